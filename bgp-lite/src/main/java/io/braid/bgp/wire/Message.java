package io.braid.bgp.wire;

/** Anything two BGP speakers say to each other. */
public sealed interface Message permits Open, Update, Notification, Keepalive, RouteRefresh {
    /** The kind. */
    MessageType type();
}
