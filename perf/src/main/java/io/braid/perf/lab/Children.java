package io.braid.perf.lab;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The long-running programs of one lab, so that none outlives it.
 *
 * <p>Thread-safe: the shutdown hook may end the children while another thread is starting one.
 */
public final class Children {
    private static final int GRACE_MILLIS = 4000;

    private final List<Process> running = new ArrayList<>();
    private boolean closed;

    /**
     * Starts a program that writes its output to {@code log}.
     *
     * @throws LabException if it cannot be started or the lab is being closed
     */
    public Process start(List<String> command, Path log) {
        Process process = startWithInput(command, log);
        try {
            // A program that read from this terminal would take its input away.
            process.getOutputStream().close();
            return process;
        } catch (IOException e) {
            throw new LabException("cannot close the input of '" + command.getFirst() + "': " + e.getMessage(), e);
        }
    }

    /** Like {@link #start}; what the program reads is written to {@link Process#getOutputStream} by the caller. */
    public synchronized Process startWithInput(List<String> command, Path log) {
        if (closed) {
            throw new LabException("not starting '" + String.join(" ", command) + "': the lab is closed");
        }
        try {
            Process process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(log.toFile())
                    .start();
            running.removeIf(child -> !child.isAlive());
            running.add(process);
            return process;
        } catch (IOException e) {
            throw new LabException("cannot start '" + command.getFirst() + "': " + e.getMessage(), e);
        }
    }

    /** Asks a child to end (SIGTERM), then makes it. */
    public static void stop(Process process) throws InterruptedException {
        process.destroy();
        if (!process.waitFor(GRACE_MILLIS, TimeUnit.MILLISECONDS)) {
            process.destroyForcibly();
            process.waitFor(GRACE_MILLIS, TimeUnit.MILLISECONDS);
        }
    }

    /** Ends every child, newest first, and refuses new ones. */
    public synchronized void close() throws InterruptedException {
        closed = true;
        for (Process process : running.reversed()) {
            process.destroy();
        }
        for (Process process : running.reversed()) {
            stop(process);
        }
    }

    /** Process ids of the children that are still alive. */
    public synchronized List<Long> alive() {
        return running.stream().filter(Process::isAlive).map(Process::pid).toList();
    }
}
