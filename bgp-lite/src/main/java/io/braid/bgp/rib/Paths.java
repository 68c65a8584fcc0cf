package io.braid.bgp.rib;

/** Which uplinks' paths a session carries. */
public sealed interface Paths {
    /**
     * Those of one uplink: a session per uplink, each with its own next hop.
     *
     * @param uplink its index
     */
    record OfUplink(int uplink) implements Paths {}

    /**
     * Those of all uplinks, each with its own path number (RFC 7911). For a family where the peer takes one path only it
     * is the path of the first uplink in service.
     */
    record OfAll() implements Paths {}
}
