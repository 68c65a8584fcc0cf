package io.braid.perf.lab;

/** What joins the tasks to the uplinks in a lab's host: Braid, or the kernel to compare it with. */
public interface HostForwarder extends AutoCloseable {
    /** What to call it in a report. */
    String name();

    /** Starts it; returns once packets of tasks attached from then on are forwarded. */
    void start() throws InterruptedException;

    /** Gives task {@code number} its port and addresses; returns once the task can send. */
    void attach(int number) throws InterruptedException;

    /** Ends it; the lab's links stay. */
    @Override
    void close();
}
