package io.braid.dataplane;

import java.util.ArrayDeque;
import java.util.Deque;

/** What was opened, to be closed newest first, also when opening fails half-way. One thread at a time. */
final class Resources {
    private final Deque<AutoCloseable> opened = new ArrayDeque<>();

    /** Takes a resource, which is closed before all that were taken earlier. */
    <T extends AutoCloseable> T open(T resource) {
        opened.push(resource);
        return resource;
    }

    /** Closes all; what fails is added to {@code failure} and the rest still closed. */
    void closeAll(Exception failure) {
        while (!opened.isEmpty()) {
            try {
                opened.pop().close();
            } catch (Exception e) {
                failure.addSuppressed(e);
            }
        }
    }
}
