package io.braid.dataplane.config;

/** In which form messages are logged. */
public enum LogFormat {
    /** For people. */
    TEXT,
    /** {@code key=value}, for both. */
    LOGFMT,
    /** An object a line, for programs. */
    JSON
}
