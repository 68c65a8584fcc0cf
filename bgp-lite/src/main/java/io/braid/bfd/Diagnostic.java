package io.braid.bfd;

/** Why an end last left the Up state or the like, as it tells the other end (RFC 5880 section 4.1). */
public enum Diagnostic {
    NONE(0),
    CONTROL_DETECTION_TIME_EXPIRED(1),
    ECHO_FUNCTION_FAILED(2),
    NEIGHBOR_SIGNALED_SESSION_DOWN(3),
    FORWARDING_PLANE_RESET(4),
    PATH_DOWN(5),
    CONCATENATED_PATH_DOWN(6),
    ADMINISTRATIVELY_DOWN(7),
    REVERSE_CONCATENATED_PATH_DOWN(8),
    /** 9 to 31: not assigned when this was written. */
    RESERVED(9);

    private static final Diagnostic[] BY_CODE = values();

    private final int code;

    Diagnostic(int code) {
        this.code = code;
    }

    /** Returns the number on the wire, 0 to 8, or 9 for {@link #RESERVED}. */
    public int code() {
        return code;
    }

    /** Returns the meaning of a five-bit number. */
    static Diagnostic of(int code) {
        return code < RESERVED.code ? BY_CODE[code] : RESERVED;
    }
}
