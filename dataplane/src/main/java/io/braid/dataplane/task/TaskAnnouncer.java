package io.braid.dataplane.task;

/** Told of tasks, so that their addresses can be announced for as long as they are here. */
public interface TaskAnnouncer {
    /** Nothing is announced. */
    TaskAnnouncer NONE = new TaskAnnouncer() {
        @Override
        public void attached(Task task) {}

        @Override
        public void detaching(Task task) {}
    };

    /** The task's packets flow: its addresses may be announced from now on. */
    void attached(Task task);

    /** The task has another grant; when this returns it is announced if nothing else is in the way. */
    default void renewed(Task task) {}

    /** The task is about to lose its port; when this returns its addresses are no longer announced. */
    void detaching(Task task);
}
