package io.braid.bgp.wire;

/** The numbers of IANA's registry of capability codes that the codec reads. */
final class CapabilityCodes {
    static final int MULTI_PROTOCOL = 1;
    static final int ROUTE_REFRESH = 2;
    static final int EXTENDED_NEXT_HOP = 5;
    static final int EXTENDED_MESSAGE = 6;
    static final int ROLE = 9;
    static final int GRACEFUL_RESTART = 64;
    static final int FOUR_BYTE_AS = 65;
    static final int ADD_PATH = 69;
    static final int ENHANCED_REFRESH = 70;

    private CapabilityCodes() {}
}
