package io.braid.bgp.interop;

import io.braid.bgp.wire.Family;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Another BGP implementation in a {@link PeerLab}: AS 65000, announces 10.50.0.0/16 and 2001:db8:50::/48, takes all
 * routes, hold time 9 s.
 */
abstract class Daemon implements AutoCloseable {
    private static final Pattern TASK4 = Pattern.compile("\\b10\\.100\\.\\d+\\.\\d+/32");
    private static final Pattern TASK6 = Pattern.compile("\\b2001:db8:100:[0-9a-f:]+/128");
    private static final Pattern HOP4 = Pattern.compile("\\b192\\.0\\.2\\.2[1-4]\\b");
    private static final Pattern HOP6 = Pattern.compile("\\b2001:db8::2[1-4]\\b");

    /**
     * How it speaks with Braid.
     *
     * @param ipv6 over IPv6 instead of IPv4
     * @param password for MD5 signatures, null for none
     * @param gtsm TTL 255 is sent and demanded
     * @param features what else it does
     */
    record Options(boolean ipv6, @Nullable String password, boolean gtsm, Set<Feature> features) {
        static final Options PLAIN = new Options(false, null, false);

        Options(boolean ipv6, @Nullable String password, boolean gtsm) {
            this(ipv6, password, gtsm, Set.of());
        }

        static Options of(Feature... features) {
            return new Options(false, null, false, Set.of(features));
        }

        boolean has(Feature feature) {
            return features.contains(feature);
        }

        /** Returns the text, or nothing without the feature. */
        String with(Feature feature, String text) {
            return has(feature) ? text : "";
        }

        /** Returns the text, or nothing with the feature. */
        String without(Feature feature, String text) {
            return has(feature) ? "" : text;
        }

        String braidAs() {
            return has(Feature.OTHER_AS) ? "64998" : "65017";
        }

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

    /** All that it can say of the family's routes that Braid told. */
    abstract String dump(Family family) throws Exception;

    /** All that it can say of a route. */
    abstract String show(String prefix) throws Exception;

    /** Whether {@link #show} says that the route may not leave the rack. */
    abstract boolean isNoExport(String shown);

    /** Has it ask for all routes again; false if it cannot do that. */
    abstract boolean refresh(Options options) throws Exception;

    /** Whether it has a session with Braid. */
    abstract boolean isUp(Options options) throws Exception;

    /** The task IPs' routes of the family that it has. */
    Set<String> tasks(Family family) throws Exception {
        return tasksIn(family, dump(family));
    }

    static Set<String> tasksIn(Family family, String text) {
        return find(family == Family.IPV4_UNICAST ? TASK4 : TASK6, text);
    }

    /** The uplinks' next hops of a route that it has: 192.0.2.21 to 24, 2001:db8::21 to 24. */
    Set<String> uplinks(String prefix) throws Exception {
        return find(prefix.contains(":") ? HOP6 : HOP4, show(prefix));
    }

    private static Set<String> find(Pattern pattern, String text) {
        var result = new TreeSet<String>();
        pattern.matcher(text).results().forEach(m -> result.add(m.group()));
        return result;
    }

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
