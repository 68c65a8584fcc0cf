package io.braid.dataplane.control;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Why a task's addresses are, or are not, announced: answer of {@code GET /v1/tasks/TASK/announcement}.
 *
 * @param task its name
 * @param lease {@code standing}, {@code held by ...} or {@code none}
 * @param withheld whether an operator holds it back
 * @param ready whether the task is ready, as far as it said
 * @param addresses each of its addresses with each peer
 * @param conflicts sentences that say who else announces one of them, as the switches tell
 * @param grant its grant, null without one
 */
public record TaskAnnouncement(
        String task,
        String lease,
        boolean withheld,
        boolean ready,
        List<Address> addresses,
        List<String> conflicts,
        @Nullable GrantStatus grant) {
    public TaskAnnouncement {
        addresses = List.copyOf(addresses);
        conflicts = List.copyOf(conflicts);
    }

    /**
     * One address towards one switch.
     *
     * @param ip the task IP
     * @param peer the switch's address
     * @param announcedBy the uplinks whose paths the switch was told
     * @param reasons what stands in the way of the others
     */
    public record Address(String ip, String peer, List<String> announcedBy, List<Reason> reasons) {
        public Address {
            announcedBy = List.copyOf(announcedBy);
            reasons = List.copyOf(reasons);
        }
    }

    /**
     * Something in the way.
     *
     * @param why its kind, such as {@code no-usable-path}
     * @param uplink the uplink it concerns, null for all
     * @param text in words
     */
    public record Reason(String why, @Nullable String uplink, String text) {}
}
