package io.braid.bgp.session;

import io.braid.bgp.wire.ErrorReason;
import io.braid.bgp.wire.Notification;

/** Says in words what a NOTIFICATION says in numbers. */
final class NotificationText {
    private NotificationText() {}

    static String of(Notification notification) {
        Notification inner = notification.unwrapped();
        String name = inner.reason().map(ErrorReason::toString).orElse("unknown error");
        String numbers = " (" + inner.code() + "/" + inner.subcode() + ")";
        String hard = notification.isHardReset() ? ", hard reset" : "";
        String text = inner.shutdownText().map(t -> ": \"" + t + "\"").orElse("");
        return name + numbers + hard + text;
    }
}
