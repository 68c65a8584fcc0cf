package io.braid.bfd;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/** Keeps the state changes of one session with their times. */
final class ChangeLog implements BfdListener {
    record Entry(long nanos, StateChange change) {}

    private final List<Entry> entries = new CopyOnWriteArrayList<>();

    @Override
    public void stateChanged(BfdSession session, StateChange change) {
        entries.add(new Entry(System.nanoTime(), change));
    }

    List<StateChange> changes() {
        return entries.stream().map(Entry::change).toList();
    }

    void clear() {
        entries.clear();
    }

    /** Waits for a change to a state that comes after the last {@link #clear}. */
    Entry await(SessionState to, Duration limit) {
        LabLink.until(() -> "change to " + to + ", only " + changes(), limit, () -> find(to) != null);
        Entry found = find(to);
        if (found == null) {
            throw new IllegalStateException("entries are not removed meanwhile");
        }
        return found;
    }

    private @Nullable Entry find(SessionState to) {
        for (Entry entry : entries) {
            if (entry.change().to() == to) {
                return entry;
            }
        }
        return null;
    }
}
