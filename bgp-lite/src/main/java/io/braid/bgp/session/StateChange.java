package io.braid.bgp.session;

import java.time.Instant;

/**
 * An entry of a session's history.
 *
 * @param at when it happened, for a repeated one last
 * @param from the state before
 * @param to the state after
 * @param reason why, in words, safe to log
 * @param count how often it happened in a row, alone or in turn with one other: a peer that is away fills one or two
 *     entries and not the history
 */
public record StateChange(Instant at, SessionState from, SessionState to, String reason, long count) {
    boolean isSameAs(StateChange other) {
        return from == other.from && to == other.to && reason.equals(other.reason);
    }
}
