package io.braid.dataplane.look;

import java.util.Map;

/** Which ports there are. Any thread. */
public interface PortNames {
    /**
     * A port for people.
     *
     * @param name as commands take it
     * @param kind what it is, such as {@code uplink}
     */
    record Named(String name, String kind) {}

    /** All ports of now, by DPDK's number. */
    Map<Integer, Named> ports();
}
