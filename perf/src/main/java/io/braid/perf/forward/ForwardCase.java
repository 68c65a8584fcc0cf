package io.braid.perf.forward;

import java.util.ArrayList;
import java.util.List;

/**
 * What is forwarded.
 *
 * @param name in reports, such as {@code egress-v4-64B-1024}
 * @param inbound from an uplink to a task, rather than from a task to an uplink
 * @param v6 IPv6 rather than IPv4
 * @param size what its frames are as long as
 * @param flows UDP flows, one after the other
 */
record ForwardCase(String name, boolean inbound, boolean v6, Size size, int flows) {
    /** Lengths of Ethernet frames with their FCS, in the order they come. */
    enum Size {
        B64("64B"),
        B512("512B"),
        B1500("1500B"),
        /** The usual mix of 7:4:1, 353 bytes on average. */
        IMIX("imix");

        private static final int FCS = 4;
        private static final int PATTERN = 12;

        private final String label;

        Size(String label) {
            this.label = label;
        }

        String label() {
            return label;
        }

        /** Bytes of the frame of a number, as drivers see it: without FCS. */
        int bytes(int number) {
            return switch (this) {
                        case B64 -> 64;
                        case B512 -> 512;
                        case B1500 -> 1500;
                        case IMIX -> mixed(number % PATTERN);
                    }
                    - FCS;
        }

        private static int mixed(int place) {
            return switch (place) {
                case 1, 4, 8, 11 -> 594;
                case 6 -> 1518;
                default -> 64;
            };
        }
    }

    static final int FEW = 1024;
    static final int MANY = 1 << 20;

    static ForwardCase of(boolean inbound, boolean v6, Size size, int flows) {
        String name = (inbound ? "ingress" : "egress") + (v6 ? "-v6-" : "-v4-") + size.label() + "-" + flows;
        return new ForwardCase(name, inbound, v6, size, flows);
    }

    /** The cases of a run: the figures that count first. */
    static List<ForwardCase> all(boolean fast) {
        var cases = new ArrayList<ForwardCase>();
        for (boolean v6 : new boolean[] {false, true}) {
            cases.add(of(false, v6, Size.B64, FEW));
            cases.add(of(true, v6, Size.B64, FEW));
        }
        cases.add(of(false, false, Size.IMIX, FEW));
        if (!fast) {
            cases.add(of(false, true, Size.IMIX, FEW));
            cases.add(of(false, false, Size.B512, FEW));
            cases.add(of(false, false, Size.B1500, FEW));
            cases.add(of(true, false, Size.B1500, FEW));
            cases.add(of(false, false, Size.B64, 1));
            cases.add(of(false, false, Size.B64, MANY));
            cases.add(of(false, true, Size.B64, MANY));
        }
        return cases;
    }

    /** Buffers that hold all frames, and those under way. */
    int buffers() {
        return flows + 8_191;
    }

    /** Bytes of a buffer, headroom included. */
    int dataRoom() {
        return flows == MANY ? 256 : 2_176;
    }
}
