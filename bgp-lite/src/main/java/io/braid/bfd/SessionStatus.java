package io.braid.bfd;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What a session knows and has counted, for operators.
 *
 * @param sourcePort UDP source port, 0 while no socket could be made
 * @param sent packets sent
 * @param sendErrors packets that could not be sent
 * @param received packets taken
 * @param changes number of state changes
 * @param lastChange the last change, null before the first
 * @param lastChangeAt when that was, null before the first
 * @param error why packets cannot be sent at the moment, null when they can
 */
public record SessionStatus(
        SessionConfig config,
        SessionView view,
        int sourcePort,
        long sent,
        long sendErrors,
        long received,
        long changes,
        @Nullable StateChange lastChange,
        @Nullable Instant lastChangeAt,
        @Nullable String error) {}
