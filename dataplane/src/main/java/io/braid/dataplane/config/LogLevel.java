package io.braid.dataplane.config;

/** From which weight on messages are logged. */
public enum LogLevel {
    DEBUG,
    INFO,
    WARNING,
    ERROR
}
