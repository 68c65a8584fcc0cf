package io.braid.perf.lab;

/**
 * A flow as seen in one direction.
 *
 * @param protocol 6 for TCP, 17 for UDP
 * @param source text form of the address; v6 in full, lower case, without zero compression
 */
public record FlowKey(int protocol, String source, int sourcePort, String destination, int destinationPort) {
    @Override
    public String toString() {
        return (protocol == 6 ? "tcp " : "udp ") + source + ":" + sourcePort + " > " + destination + ":"
                + destinationPort;
    }
}
