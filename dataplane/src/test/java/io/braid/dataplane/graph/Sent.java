package io.braid.dataplane.graph;

/** A frame the graph gave to its sink, and the port it is to leave by. */
final class Sent {
    private final int port;
    private final byte[] bytes;

    Sent(int port, byte[] bytes) {
        this.port = port;
        this.bytes = bytes;
    }

    int port() {
        return port;
    }

    byte[] bytes() {
        return bytes;
    }

    @Override
    public String toString() {
        return "port " + port + ": " + java.util.HexFormat.of().formatHex(bytes);
    }
}
