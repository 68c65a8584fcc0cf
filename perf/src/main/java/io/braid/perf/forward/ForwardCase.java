package io.braid.perf.forward;

import java.util.ArrayList;
import java.util.List;

/**
 * What is forwarded.
 *
 * @param name in reports, such as {@code egress-v4-64B-1024}, {@code egress-v4-64B-64-null} or {@code egress-v4-64B-1024-ring-2w}
 * @param vdev the device
 * @param workers that share the work, each with a CPU and with queues of its own, 1 or 2
 * @param inbound from an uplink to a task, rather than from a task to an uplink
 * @param v6 IPv6 rather than IPv4
 * @param size what its frames are as long as
 * @param flows UDP flows, one after the other
 */
record ForwardCase(String name, Vdev vdev, int workers, boolean inbound, boolean v6, Size size, int flows) {
    /** Lengths of Ethernet frames with their FCS, in the order they come. */
    enum Size {
        B64("64B"),
        B512("512B"),
        B1500("1500B"),
        /** Jumbo frames, as uplinks of an MTU of 9000 bytes have them. */
        B9000("9000B"),
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
                        case B9000 -> 9000;
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

    private static final int HEADROOM = 128;
    private static final int BEYOND_MTU = 150; // headroom, and what Ethernet adds
    private static final int ORDINARY_MTU = 1500;
    private static final int JUMBO_MTU = 9000;

    /** One worker on {@link Vdev#PCAP}. */
    static ForwardCase of(boolean inbound, boolean v6, Size size, int flows) {
        return of(Vdev.PCAP, 1, inbound, v6, size, flows);
    }

    private static ForwardCase of(Vdev vdev, int workers, boolean inbound, boolean v6, Size size, int flows) {
        String name = (inbound ? "ingress" : "egress") + (v6 ? "-v6-" : "-v4-") + size.label() + "-" + flows
                + (vdev == Vdev.PCAP ? "" : "-" + vdev.label()) + (workers == 1 ? "" : "-" + workers + "w");
        return new ForwardCase(name, vdev, workers, inbound, v6, size, flows);
    }

    /** With as many flows as the device has frames for, and the usual number on {@link Vdev#PCAP}. */
    static ForwardCase of(Vdev vdev, int workers, boolean inbound, boolean v6, Size size) {
        return of(vdev, workers, inbound, v6, size, vdev == Vdev.PCAP ? FEW : workers * vdev.frames(FEW, workers));
    }

    /** The cases of a run: the figures that count first. */
    static List<ForwardCase> all(boolean fast) {
        return all(Vdev.PCAP, 1, fast);
    }

    /** Those on a device, the figures that count first. */
    static List<ForwardCase> all(Vdev vdev, int workers, boolean fast) {
        var cases = new ArrayList<ForwardCase>();
        for (boolean v6 : new boolean[] {false, true}) {
            cases.add(of(vdev, workers, false, v6, Size.B64));
            cases.add(of(vdev, workers, true, v6, Size.B64));
        }
        if (vdev.mixes()) {
            cases.add(of(vdev, workers, false, false, Size.IMIX));
        }
        if (!fast) {
            if (vdev.mixes()) {
                cases.add(of(vdev, workers, false, true, Size.IMIX));
            }
            cases.add(of(vdev, workers, false, false, Size.B512));
            cases.add(of(vdev, workers, false, false, Size.B1500));
            cases.add(of(vdev, workers, true, false, Size.B1500));
        }
        if (!fast && vdev == Vdev.PCAP) {
            if (workers == 1) {
                cases.add(of(false, false, Size.B64, 1));
            }
            cases.add(of(vdev, workers, false, false, Size.B64, MANY));
            cases.add(of(vdev, workers, false, true, Size.B64, MANY));
        }
        return cases;
    }

    /** Those on a device of certain lengths, which it must have: both ways, in both families. */
    static List<ForwardCase> of(Vdev vdev, int workers, List<Size> sizes) {
        var cases = new ArrayList<ForwardCase>();
        for (Size size : sizes) {
            for (boolean v6 : new boolean[] {false, true}) {
                cases.add(of(vdev, workers, false, v6, size));
                cases.add(of(vdev, workers, true, v6, size));
            }
        }
        return cases;
    }

    /** Bytes of the frame of a flow, without FCS. A UDP datagram of IPv6 does not fit the smallest: its frame is two bytes longer. */
    int length(int flow) {
        return Math.max(size.bytes(flow), headers());
    }

    /** Bytes of Ethernet, IP and UDP. */
    int headers() {
        return 14 + (v6 ? 40 : 20) + 8;
    }

    /** Buffers that hold all frames, and those under way. */
    int buffers() {
        return flows + 8_191;
    }

    /** Bytes of a buffer, headroom included: no frame takes two. */
    int dataRoom() {
        if (flows == MANY) {
            return 256;
        }
        return HEADROOM + (size == Size.B9000 ? 9_216 : 2_048);
    }

    /** Largest layer-3 packet of the hops, in bytes. */
    int mtu() {
        return size == Size.B9000 ? JUMBO_MTU : ORDINARY_MTU;
    }

    /** The same of the port, whose driver may want it no larger than its buffers. */
    int portMtu() {
        return Math.min(mtu(), dataRoom() - BEYOND_MTU);
    }
}
