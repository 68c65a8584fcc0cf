package io.braid.dataplane.conductor;

/** Told when a task's end of its port comes or goes. */
@FunctionalInterface
public interface TaskLinkListener {
    /** Tells nobody. */
    TaskLinkListener NONE = (_, _) -> {};

    /** On the conductor's thread: must not wait. */
    void link(String task, boolean up);
}
