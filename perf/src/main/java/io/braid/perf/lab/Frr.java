package io.braid.perf.lab;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.GroupPrincipal;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.nio.file.attribute.UserPrincipalLookupService;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * FRR's daemons in one namespace, apart from those of the machine: with sockets, configuration and logs of their own in
 * the lab's directory. They are the lab's children and end with it.
 *
 * <p>Their timers are those of a switch that does nothing else, so they run at real-time priority where that is allowed.
 */
final class Frr {
    private static final String PROGRAMS = "/usr/lib/frr/";
    private static final String USER = "frr";
    private static final Duration START_LIMIT = Duration.ofSeconds(15);
    private static final List<String> REAL_TIME = List.of("chrt", "--fifo", "10");
    private static final Pattern VERSION = Pattern.compile("version (\\S+)");

    private final Lab lab;
    private final Netns netns;
    private final Path directory;
    private final String name;
    private final List<String> prefix;

    /**
     * Makes the place for the daemons of one router.
     *
     * @param name unique in the lab, for files
     * @throws LabException if FRR is not installed
     */
    Frr(Lab lab, Netns netns, String name) throws InterruptedException {
        this.lab = lab;
        this.netns = netns;
        this.name = name;
        this.directory = lab.directory().resolve("frr-" + name);
        if (!Files.isExecutable(Path.of(PROGRAMS + "bgpd"))) {
            throw new LabException(
                    "there is no " + PROGRAMS + "bgpd; the lab's switches need FRR: apt-get install frr");
        }
        List<String> probe = new ArrayList<>(REAL_TIME);
        probe.add("true");
        this.prefix = Command.execute(probe, "", START_LIMIT).exitCode() == 0 ? REAL_TIME : List.of();
        try {
            Files.createDirectory(directory);
            own(directory);
            // The daemons give up root and have to pass through.
            Files.setPosixFilePermissions(lab.directory(), PosixFilePermissions.fromString("rwx--x--x"));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot make " + directory, e);
        }
    }

    private static void own(Path file) throws IOException {
        UserPrincipalLookupService users = file.getFileSystem().getUserPrincipalLookupService();
        UserPrincipal user = users.lookupPrincipalByName(USER);
        GroupPrincipal group = users.lookupPrincipalByGroupName(USER);
        PosixFileAttributeView view = Files.getFileAttributeView(file, PosixFileAttributeView.class);
        view.setOwner(user);
        view.setGroup(group);
    }

    /** The installed version as {@code FRR 8.4.4}. */
    static String version() throws InterruptedException {
        String said = Command.run(List.of(PROGRAMS + "bgpd", "--version"));
        Matcher matcher = VERSION.matcher(said);
        return matcher.find() ? "FRR " + matcher.group(1) : "FRR";
    }

    /** Starts zebra, which the others need; returns once it can be reached. */
    void startZebra(String configuration) throws InterruptedException {
        // Without v6-rr-semantics it changes an IPv6 route by deleting it and adding another: packets in between are
        // lost.
        start("zebra", configuration, List.of("--v6-rr-semantics"));
        await("zebra", zebraSocket());
    }

    /** Starts another daemon; returns once vtysh can reach it. */
    void start(String daemon, String configuration) throws InterruptedException {
        start(
                daemon,
                configuration,
                daemon.equals("bfdd")
                        ? List.of("--bfdctl", directory.resolve("bfdd.sock").toString())
                        : List.of());
        await(daemon, directory.resolve(daemon + ".vty"));
    }

    private void start(String daemon, String configuration, List<String> more) {
        Path file = directory.resolve(daemon + ".conf");
        try {
            Files.writeString(file, configuration);
            own(file);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write " + file, e);
        }
        List<String> command = new ArrayList<>(prefix);
        command.addAll(List.of(PROGRAMS + daemon, "-u", USER, "-g", USER, "--log", "stdout"));
        command.addAll(List.of(
                "-f", file.toString(), "-i", directory.resolve(daemon + ".pid").toString()));
        command.addAll(List.of(
                "--vty_socket", directory.toString(), "-z", zebraSocket().toString(), "-P", "0"));
        command.addAll(more);
        lab.start(netns, logName(daemon), command);
    }

    private Path zebraSocket() {
        return directory.resolve("zserv.api");
    }

    private String logName(String daemon) {
        return name + "-" + daemon;
    }

    private void await(String daemon, Path socket) throws InterruptedException {
        long limit = System.nanoTime() + START_LIMIT.toNanos();
        while (Files.notExists(socket)) {
            if (System.nanoTime() > limit) {
                throw new LabException(daemon + " of " + name + " did not start: " + log(daemon));
            }
            Thread.sleep(10);
        }
    }

    private String log(String daemon) {
        try {
            return Files.readString(lab.log(logName(daemon))).strip();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Runs one command of FRR's shell and returns what it prints. */
    String vtysh(String... commands) throws InterruptedException {
        List<String> line = new ArrayList<>(List.of("vtysh", "--vty_socket", directory.toString()));
        for (String command : commands) {
            line.addAll(List.of("-c", command));
        }
        return netns.run(line.toArray(String[]::new));
    }
}
