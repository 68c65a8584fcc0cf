package io.braid.perf.tasks;

import io.braid.perf.lab.Children;
import io.braid.perf.lab.Lab;
import io.braid.perf.lab.LabException;
import io.braid.perf.lab.Uninterrupted;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * {@code dpdk-testpmd} that passes everything on between pairs of its ports: 0 and 1, 2 and 3. It takes commands on its standard input. One thread uses it.
 */
final class Testpmd implements AutoCloseable {
    private static final Pattern RECEIVED =
            Pattern.compile("statistics for port ([0-9]+) .*?RX-packets: ([0-9]+) ", Pattern.DOTALL);
    private static final String PROMPT = "testpmd>";
    private static final long LIMIT_NANOS = 30_000_000_000L;

    private final Process process;
    private final Path log;

    /**
     * Starts one.
     *
     * @param name unique in the lab at any time
     * @param worker the CPU that forwards
     * @param other the CPU for the rest of it, which waits for commands
     */
    Testpmd(Lab lab, String name, int worker, int other, int megabytes, List<String> devices) {
        log = lab.log(name);
        List<String> command = new ArrayList<>(List.of(
                "stdbuf", // what it prints would else be kept until there are four kilobytes of it
                "-oL",
                "dpdk-testpmd",
                "--lcores=0@" + other + ",1@" + worker,
                "--no-pci",
                "--no-huge",
                "-m",
                Integer.toString(megabytes),
                "--file-prefix=" + lab.plan().tag() + name));
        devices.forEach(device -> command.add("--vdev=" + device));
        command.addAll(
                List.of("--", "-i", "--forward-mode=io", "--auto-start", "--no-mlockall", "--total-num-mbufs=16384"));
        process = lab.children().startWithInput(lab.plan().host().wrap(command), log);
    }

    /** Waits until it forwards, for which all its ports have to be there. */
    void awaitReady() throws InterruptedException {
        long end = System.nanoTime() + LIMIT_NANOS;
        while (!said().contains(PROMPT)) {
            pause(end);
        }
    }

    /** How many packets each port has received, by its number. */
    long[] received(int ports) throws InterruptedException {
        int before = said().length();
        try {
            process.getOutputStream().write("show port stats all\n".getBytes(StandardCharsets.US_ASCII));
            process.getOutputStream().flush();
        } catch (IOException e) {
            throw new LabException("testpmd has ended: " + tail(), e);
        }
        long[] received = new long[ports];
        long end = System.nanoTime() + LIMIT_NANOS;
        while (read(said().substring(before), received) < ports) {
            pause(end);
        }
        return received;
    }

    private static int read(String text, long[] received) {
        int found = 0;
        Matcher matcher = RECEIVED.matcher(text);
        while (matcher.find()) {
            int port = Integer.parseInt(matcher.group(1));
            if (port < received.length) {
                received[port] = Long.parseLong(matcher.group(2));
                found++;
            }
        }
        return found;
    }

    private void pause(long end) throws InterruptedException {
        if (!process.isAlive() || System.nanoTime() > end) {
            throw new LabException("testpmd ended, or did not come so far in time: " + tail());
        }
        Thread.sleep(2);
    }

    private String said() {
        try {
            return new String(Files.readAllBytes(log), StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private String tail() {
        String all = said();
        return all.substring(Math.max(0, all.length() - 1500));
    }

    @Override
    public void close() {
        Uninterrupted.run(() -> Children.stop(process));
    }
}
