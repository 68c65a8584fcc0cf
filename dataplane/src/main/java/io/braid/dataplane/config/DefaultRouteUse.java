package io.braid.dataplane.config;

/** What a switch's default route is to Braid. */
public enum DefaultRouteUse {
    /** Not looked at. */
    IGNORED,
    /** The path by the switch is usable only while the switch announces one. */
    REQUIRED
}
