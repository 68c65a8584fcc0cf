package io.braid.dataplane.cli;

import io.braid.dataplane.control.ControlClient;
import io.braid.dataplane.control.ControlException;
import io.braid.linux.Interfaces;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.FutureTask;

/**
 * What the launcher runs after a build for the JVM to record (JEP 514): the usual commands, one after the other in one process, against a dataplane on a
 * virtual NIC. Later starts find what was loaded and linked here ready to use.
 *
 * <p>The dataplane is tried only as root and in a network namespace made for it; otherwise the recording has the commands that need neither. The directory is
 * the launcher's, which removes it with all that is in it; interfaces go with the namespace.
 */
final class Training {
    private static final Duration START_LIMIT = Duration.ofSeconds(60);
    private static final int POLL_MILLIS = 20;
    private static final String UPLINK = "train0";
    private static final String UPLINK_PEER = "train1";

    private static final Path NAMESPACE = Path.of("/proc/self/ns/net");

    private final Path configuration;
    private final Path socket;
    private final String forbiddenNamespace;
    private final PrintWriter err;

    private Training(Path directory, String forbiddenNamespace, PrintWriter err) {
        this.forbiddenNamespace = forbiddenNamespace;
        this.configuration = directory.resolve("host.yaml");
        this.socket = directory.resolve("control.sock");
        this.err = err;
    }

    /**
     * Runs all there is to run; the dataplane is left to end with the JVM, as after a signal.
     *
     * @param directory for the configuration and the socket
     * @param forbiddenNamespace the network namespace to leave alone, as {@code readlink /proc/self/ns/net} names it
     * @return the exit code: 0 when the dataplane ran too
     */
    static int run(Path directory, String forbiddenNamespace, PrintWriter err)
            throws IOException, InterruptedException {
        return new Training(directory, forbiddenNamespace, err).run();
    }

    private int run() throws IOException, InterruptedException {
        Files.writeString(configuration, """
                host: training
                uplinks:
                  - name: nic0
                    device: "vdev:net_af_packet0,iface=%s,blocksz=65536,framecnt=512"
                    addresses: [192.0.2.1/31, "2001:db8::1/127"]
                    gateways: [192.0.2.0, "2001:db8::"]
                tasks:
                  prefixes: [10.100.0.0/16, "2001:db8:100::/48"]
                control: {socket: "%s"}
                """.formatted(UPLINK, socket));
        braid("--help");
        if (Files.readSymbolicLink(NAMESPACE).toString().equals(forbiddenNamespace)) {
            braid("check", "-c", configuration.toString());
            err.println("training: without the dataplane, which needs root and a network namespace of its own");
            return 1;
        }
        Interfaces.host().addVeth(UPLINK, UPLINK_PEER);
        Interfaces.host()
                .batch(List.of("link set lo up", "link set " + UPLINK + " up", "link set " + UPLINK_PEER + " up"));
        braid("check", "-c", configuration.toString());
        var ended = new FutureTask<>(() -> braid("run", "-c", configuration.toString()));
        Thread.ofPlatform().daemon().name("run").start(ended);
        if (!answers(ended)) {
            err.println("training: the dataplane did not start");
            return 1;
        }
        boolean good = ask("attach", "t", "--ip", "10.100.0.1,2001:db8:100::1")
                && ask("status")
                && ask("status", "--json")
                && reload()
                && ask("detach", "t");
        return good ? 0 : 1;
    }

    /** The first reload of a process would else be the slowest, by what it has to load. */
    private boolean reload() throws IOException {
        String before = Files.readString(configuration);
        Files.writeString(configuration, before + "egress: {policy: hash, idle-timeout: 90s}\n");
        boolean good = ask("reload", "--dry-run") && ask("reload");
        Files.writeString(configuration, before);
        return good && ask("reload");
    }

    private boolean answers(FutureTask<Integer> ended) throws InterruptedException {
        long limit = System.nanoTime() + START_LIMIT.toNanos();
        while (!ended.isDone() && System.nanoTime() < limit) {
            try {
                new ControlClient(socket).status();
                return true;
            } catch (ControlException e) {
                Thread.sleep(POLL_MILLIS); // not yet
            }
        }
        return false;
    }

    private boolean ask(String command, String... arguments) {
        var all = new String[arguments.length + 3];
        all[0] = command;
        all[1] = "--socket";
        all[2] = socket.toString();
        System.arraycopy(arguments, 0, all, 3, arguments.length);
        return braid(all) == 0;
    }

    private int braid(String... arguments) {
        int code = Main.run(arguments, new PrintWriter(PrintWriter.nullWriter()), err);
        if (code != 0) {
            err.println("training: braid " + String.join(" ", arguments) + " ended with " + code);
        }
        return code;
    }
}
