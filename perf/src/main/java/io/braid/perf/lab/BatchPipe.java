package io.braid.perf.lab;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.List;

/**
 * {@code ip} or {@code tc} waiting for commands, so that what is to happen at a moment that is measured happens within a
 * fraction of a millisecond and not after a program was started.
 *
 * <p>It ends at the first command that fails. One thread uses it; the process is the lab's child.
 */
public final class BatchPipe implements AutoCloseable {
    private final Lab lab;
    private final String log;
    private final Process process;

    /**
     * Starts the program.
     *
     * @param program {@code ip} or {@code tc}
     */
    public BatchPipe(Lab lab, Netns netns, String program) {
        this.lab = lab;
        this.log = "batch-" + program + "-" + netns.name();
        this.process = lab.children().startWithInput(List.of(program, "-n", netns.name(), "-batch", "-"), lab.log(log));
    }

    /**
     * Has it execute lines, and returns when they are with it, not when they are done.
     *
     * @throws LabException if it has ended because an earlier line failed
     */
    public void send(String... lines) {
        OutputStream input = process.getOutputStream();
        try {
            input.write((String.join("\n", lines) + "\n").getBytes(StandardCharsets.UTF_8));
            input.flush();
        } catch (IOException e) {
            throw new LabException("cannot execute " + List.of(lines) + ": " + said(), e);
        }
    }

    private String said() {
        try {
            return Files.readString(lab.log(log)).strip();
        } catch (IOException e) {
            return e.toString();
        }
    }

    @Override
    public void close() {
        Uninterrupted.run(() -> Children.stop(process));
    }
}
