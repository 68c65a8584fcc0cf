package io.braid.dataplane.task;

import io.braid.linux.CpuAffinity;
import io.braid.linux.CpuSet;
import io.braid.linux.ThreadEnd;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;

/** A thread that looks at something now and then. What fails is logged, and looked at again the next time. */
final class Lookout implements AutoCloseable {
    private static final Logger LOG = System.getLogger(Lookout.class.getName());

    /** One look. */
    @FunctionalInterface
    interface Look {
        void look() throws IOException;
    }

    private final String name;
    private final int intervalMillis;
    private final CpuSet cpus;
    private final Look look;
    private final Thread thread;
    private volatile boolean running = true;

    /**
     * @param name the thread's
     * @param cpus where it may run; empty for anywhere
     */
    Lookout(String name, int intervalMillis, CpuSet cpus, Look look) {
        this.name = name;
        this.intervalMillis = intervalMillis;
        this.cpus = cpus;
        this.look = look;
        this.thread = Thread.ofPlatform().name(name).daemon().unstarted(this::run);
    }

    void start() {
        thread.start();
    }

    private void run() {
        if (!cpus.isEmpty()) {
            CpuAffinity.set(cpus);
        }
        while (running) {
            try {
                look.look();
            } catch (IOException | RuntimeException e) {
                LOG.log(Level.WARNING, name + " failed, and goes on", e);
            }
            try {
                Thread.sleep(intervalMillis);
            } catch (InterruptedException e) {
                return; // closed
            }
        }
    }

    /** Ends the thread. */
    @Override
    public void close() {
        running = false;
        thread.interrupt();
        ThreadEnd.await(thread);
    }
}
