package io.braid.bgp.session;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Another BGP implementation in a {@link PeerLab}: AS 65000, announces 10.50.0.0/16 and 2001:db8:50::/48, takes all
 * routes, hold time 9 s.
 */
abstract class Daemon implements AutoCloseable {
    /**
     * How it speaks with Braid.
     *
     * @param ipv6 over IPv6 instead of IPv4
     * @param password for MD5 signatures, null for none
     * @param gtsm TTL 255 is sent and demanded
     */
    record Options(boolean ipv6, @Nullable String password, boolean gtsm) {
        static final Options PLAIN = new Options(false, null, false);

        String own() {
            return ipv6 ? "2001:db8::2" : "192.0.2.2";
        }

        String braid() {
            return ipv6 ? "2001:db8::1" : "192.0.2.1";
        }
    }

    final PeerLab lab;
    final Path output;
    private final List<Process> processes = new ArrayList<>();

    Daemon(PeerLab lab) {
        this.lab = lab;
        this.output = lab.dir.resolve("output");
    }

    /** Writes the configuration and starts it. */
    abstract void start(Options options) throws Exception;

    /** Whether it has the route. */
    abstract boolean has(String prefix) throws Exception;

    /** Has it end the session with a text for Braid's operator. */
    abstract void shutdown(Options options, String text) throws Exception;

    Path write(String name, String content) throws IOException {
        return Files.writeString(lab.dir.resolve(name), content);
    }

    void launch(String... command) throws IOException {
        processes.add(lab.start(output, command));
    }

    /** All that it wrote. */
    String said() throws IOException {
        return Files.exists(output) ? Files.readString(output) : "";
    }

    /** Whether it says that Braid's operator told it this. */
    boolean wasTold(String text) throws IOException {
        return said().contains(text);
    }

    /** Ends it without a chance to say good-bye. */
    void kill() throws InterruptedException {
        for (Process process : processes.reversed()) {
            // Workers of a daemon are its children, and go with it or are ended here.
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly().waitFor();
        }
        processes.clear();
    }

    @Override
    public void close() throws IOException {
        for (Process process : processes.reversed()) {
            process.destroy();
            try {
                process.onExit().get(5, TimeUnit.SECONDS);
            } catch (TimeoutException | ExecutionException | InterruptedException e) {
                process.descendants().forEach(ProcessHandle::destroyForcibly);
                process.destroyForcibly();
            }
        }
        processes.clear();
    }
}
