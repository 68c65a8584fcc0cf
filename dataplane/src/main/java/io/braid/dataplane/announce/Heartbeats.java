package io.braid.dataplane.announce;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Until when the tasks that hold their leases by heartbeats have them. For one thread at a time; times are of {@link System#nanoTime}. */
final class Heartbeats {
    /** The longest time that a heartbeat may ask for. */
    private static final long MOST_SECONDS = 3600;

    private record Beat(Leases.Holder holder, long until) {}

    private final Map<String, Beat> beats = new HashMap<>();

    /** The task's lease is that holder's until then. */
    void put(String task, Leases.Holder holder, long until) {
        beats.put(task, new Beat(holder, until));
    }

    /** Who stands for the task's heartbeats; null if it has none. */
    Leases.@Nullable Holder holder(String task) {
        Beat beat = beats.get(task);
        return beat == null ? null : beat.holder();
    }

    /** How long the task has without another heartbeat, in whole seconds, at least one; zero if it has none. */
    long secondsLeft(String task, long now) {
        Beat beat = beats.get(task);
        return beat == null ? 0 : Math.max(1, (beat.until() - now) / 1_000_000_000L);
    }

    /** The seconds that were handed over, as text; what is none counts as the least. */
    static Duration left(String seconds) {
        boolean number = seconds.matches("[0-9]{1,4}");
        return Duration.ofSeconds(number ? Math.clamp(Long.parseLong(seconds), 1, MOST_SECONDS) : 1);
    }

    void forget(String task) {
        beats.remove(task);
    }

    /** Those whose time is over, by their tasks; they are forgotten. */
    Map<String, Leases.Holder> takeOver(long now) {
        var over = new HashMap<String, Leases.Holder>();
        beats.forEach((task, beat) -> {
            if (now - beat.until() >= 0) {
                over.put(task, beat.holder());
            }
        });
        over.keySet().forEach(beats::remove);
        return over;
    }
}
