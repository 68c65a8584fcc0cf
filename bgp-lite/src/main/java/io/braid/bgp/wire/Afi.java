package io.braid.bgp.wire;

/** Tells IPv4 addresses from IPv6 ones, by the numbers of IANA's address family registry. */
public enum Afi {
    IPV4(1, 32),
    IPV6(2, 128);

    private final int number;
    private final int width;

    Afi(int number, int width) {
        this.number = number;
        this.width = width;
    }

    /** The number on the wire. */
    public int number() {
        return number;
    }

    /** The bits of an address. */
    public int width() {
        return width;
    }

    /** The bytes of an address. */
    public int bytes() {
        return width / Byte.SIZE;
    }
}
