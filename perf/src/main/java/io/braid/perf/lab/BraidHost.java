package io.braid.perf.lab;

import io.braid.dataplane.control.AttachRequest;
import io.braid.dataplane.control.AttachResult;
import io.braid.dataplane.control.ControlClient;
import io.braid.dataplane.control.ControlException;
import io.braid.dataplane.control.StatusReport;
import io.braid.dataplane.control.TaskLimits;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * {@code braid run} in the host's namespace of a lab, as an operator would start it: a process with a configuration file,
 * driven through its control socket.
 */
public final class BraidHost implements HostForwarder {
    /** The job of the lab's tasks, which may so talk to each other. */
    public static final String JOB = "lab";

    private static final Duration START_LIMIT = Duration.ofSeconds(60);
    private static final int POLL_MILLIS = 20;
    private static final int GRANT_SECONDS = 3600;
    private static final int STOP_LIMIT_MILLIS = 15_000;

    /**
     * What the process needed.
     *
     * @param startToForwarding from starting the process until every uplink with carrier could be used in both families
     * @param residentBytes memory of the process without hugepages (VmRSS)
     * @param hugepageBytes memory in hugepages
     */
    public record Footprint(Duration startToForwarding, long residentBytes, long hugepageBytes) {}

    private final Lab lab;
    private final Netns netns;
    private final String name;
    private final UnaryOperator<String> edit;
    private final List<String> arguments;
    private final Path socket;
    private final Path configuration;
    private @Nullable Scheduler scheduler;
    private @Nullable Process process;
    private Duration startToForwarding = Duration.ZERO;

    public BraidHost(Lab lab) {
        this(lab, UnaryOperator.identity());
    }

    /** Like {@link #BraidHost(Lab)} with a change to the configuration file's text. */
    public BraidHost(Lab lab, UnaryOperator<String> edit) {
        this(lab, edit, List.of());
    }

    /** Like {@link #BraidHost(Lab)} with a change to the configuration file's text, and further arguments of {@code braid run}. */
    public BraidHost(Lab lab, UnaryOperator<String> edit, List<String> arguments) {
        this(lab, lab.plan().host(), "braid", lab.directory().resolve("control.sock"), edit, arguments);
    }

    private BraidHost(
            Lab lab, Netns netns, String name, Path socket, UnaryOperator<String> edit, List<String> arguments) {
        this.lab = lab;
        this.netns = netns;
        this.name = name;
        this.edit = edit;
        this.arguments = List.copyOf(arguments);
        this.socket = socket;
        this.configuration = lab.directory().resolve(name + ".yaml");
    }

    /** Another one, in a namespace of its own, with a configuration of its own for that control socket. */
    static BraidHost another(Lab lab, Netns netns, String name, Path socket, String configuration) {
        return new BraidHost(lab, netns, name, socket, _ -> configuration, List.of());
    }

    /** Has Braid want a grant for each task; what is attached from here brings one of that scheduler. To be said before it is started. */
    public void requireGrants(Scheduler by) {
        scheduler = by;
    }

    /** The file with the keys whose grants are good, if Braid wants any. */
    public Path keys() {
        return lab.directory().resolve(name + ".keys");
    }

    private String granted(String yaml) {
        if (scheduler == null) {
            return yaml;
        }
        Scheduler.publish(keys(), List.of(scheduler));
        return yaml.replace("tasks:\n", "tasks:\n  grants: {public-keys: [\"" + keys() + "\"]}\n");
    }

    private @Nullable String grant(String task, List<String> ips) {
        return scheduler == null ? null : scheduler.grant(task, lab.plan().tag(), ips, GRANT_SECONDS);
    }

    @Override
    public String name() {
        return "Braid";
    }

    @Override
    public void start() throws InterruptedException {
        long started = System.nanoTime();
        awaitForwarding(begin(), started);
    }

    /** Starts it and waits only until it answers, for uplinks that become usable by what the caller does next. */
    public void launch() throws InterruptedException {
        Process begun = begin();
        await(begun, System.nanoTime(), this::answers);
    }

    /** Waits until it forwards over all uplinks. */
    public void awaitForwarding() throws InterruptedException {
        awaitForwarding(running(), System.nanoTime());
    }

    private Process begin() throws InterruptedException {
        AfPacketUplinks.prepare(lab.plan());
        try {
            Files.writeString(
                    configuration, granted(edit.apply(HostYaml.of(lab.plan(), socket, lab.routing() == Routing.BGP))));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        List<String> command = run();
        command.addAll(arguments);
        Process begun = lab.start(netns, name, command);
        process = begun;
        return begun;
    }

    /** A JVM leaves SIGHUP ignored where it finds it so, as the lab does when it was started by nohup. */
    private List<String> run() {
        var command = new ArrayList<>(List.of("env", "--default-signal=HUP"));
        command.addAll(BraidCommand.with("run", "-c", configuration.toString()));
        return command;
    }

    /** Starts another process that takes over from the one that runs, and waits until it forwards. */
    public void takeOver() throws InterruptedException {
        Process before = running();
        long started = System.nanoTime();
        List<String> command = run();
        command.add("--takeover");
        Process begun = lab.start(netns, name, command);
        process = begun;
        if (!before.waitFor(START_LIMIT.toSeconds(), TimeUnit.SECONDS) || before.exitValue() != 0) {
            throw new LabException("the braid that was to be replaced did not end well:\n" + tail());
        }
        awaitForwarding(begun, started);
    }

    private void awaitForwarding(Process begun, long started) throws InterruptedException {
        await(begun, started, this::forwards);
        startToForwarding = Duration.ofNanos(System.nanoTime() - started);
    }

    private void await(Process begun, long started, BooleanSupplier done) throws InterruptedException {
        long limit = started + START_LIMIT.toNanos();
        while (!done.getAsBoolean()) {
            if (!begun.isAlive()) {
                throw new LabException(
                        "braid ended with exit code " + begun.exitValue() + " while starting:\n" + tail());
            }
            if (System.nanoTime() > limit) {
                throw new LabException("braid did not forward on all uplinks within " + START_LIMIT.toSeconds() + " s: "
                        + unusable() + "\n" + tail());
            }
            Thread.sleep(POLL_MILLIS);
        }
    }

    private boolean answers() {
        return says(_ -> true);
    }

    private boolean forwards() {
        return says(this::usable);
    }

    private boolean says(Predicate<StatusReport> wanted) {
        if (Files.notExists(socket)) {
            return false;
        }
        try {
            return wanted.test(status());
        } catch (ControlException e) {
            // The socket is there before its server is; what is wrong for good ends the process or the wait.
            return false;
        }
    }

    /** Every uplink with carrier is usable for all families that it is configured for. */
    private boolean usable(StatusReport status) {
        for (int i = 0; i < status.uplinks().size(); i++) {
            if (lab.rackSwitch().isUp(i) && status.uplinks().get(i).reason() != null) {
                return false;
            }
        }
        return true;
    }

    private String unusable() {
        try {
            return status().uplinks().stream()
                    .filter(uplink -> uplink.reason() != null)
                    .map(uplink -> uplink.name() + " " + uplink.reason())
                    .toList()
                    .toString();
        } catch (ControlException e) {
            return e.explanation();
        }
    }

    /** Waits until Braid uses exactly the uplinks that have carrier. */
    public void awaitUplinks(Duration limit) throws InterruptedException {
        long end = System.nanoTime() + limit.toNanos();
        while (!agrees(status())) {
            if (System.nanoTime() > end) {
                throw new LabException("braid's usable uplinks are not those with carrier after " + limit.toMillis()
                        + " ms: " + unusable());
            }
            Thread.sleep(POLL_MILLIS);
        }
    }

    private boolean agrees(StatusReport status) {
        for (int i = 0; i < status.uplinks().size(); i++) {
            StatusReport.Usable usable = status.uplinks().get(i).usable();
            boolean agrees = lab.rackSwitch().isUp(i)
                    ? status.uplinks().get(i).reason() == null
                    : !usable.ipv4() && !usable.ipv6();
            if (!agrees) {
                return false;
            }
        }
        return true;
    }

    @Override
    public void attach(int number) throws InterruptedException {
        attach(number, null);
    }

    /** Like {@link #attach(int)} with an MTU of the task's own; null for what Braid chooses. */
    public void attach(int number, @Nullable Integer mtu) {
        attach(number, AttachRequest.KIND_TAP, mtu);
    }

    /** Like {@link #attach(int, Integer)} with a port of another kind; what the task got. */
    public AttachResult attach(int number, String kind, @Nullable Integer mtu) {
        return attach(number, kind, mtu, JOB, null);
    }

    /** Like {@link #attach(int, String, Integer)} with a number of pairs of queues. */
    public AttachResult attach(int number, String kind, @Nullable Integer mtu, @Nullable Integer queues) {
        return attach(number, kind, mtu, queues, JOB, null);
    }

    /** Like {@link #attach(int, String, Integer)} with a job and limits of the task's own; null for none, and for the host's. */
    public AttachResult attach(
            int number, String kind, @Nullable Integer mtu, @Nullable String job, @Nullable TaskLimits limits) {
        return attach(number, kind, mtu, null, job, limits);
    }

    private AttachResult attach(
            int number,
            String kind,
            @Nullable Integer mtu,
            @Nullable Integer queues,
            @Nullable String job,
            @Nullable TaskLimits limits) {
        LabPlan plan = lab.plan();
        String task = plan.taskName(number);
        List<String> ips = List.of(plan.taskAddress(number, Family.V4), plan.taskAddress(number, Family.V6));
        String grant = grant(task, ips);
        // A grant names the job itself, and the lab's name none.
        String named = grant == null ? job : null;
        return client().attach(new AttachRequest(
                        task,
                        ips,
                        kind,
                        plan.task(number).path(),
                        false,
                        mtu,
                        grant,
                        null,
                        null,
                        named,
                        limits,
                        queues))
                .value();
    }

    public void detach(int number) {
        client().detach(lab.plan().taskName(number));
    }

    public StatusReport status() {
        return client().status().value();
    }

    public ControlClient client() {
        return new ControlClient(socket);
    }

    /** Process id; only while it runs. */
    public long pid() {
        return running().pid();
    }

    public Footprint footprint() {
        return ProcessMemory.of(pid(), startToForwarding);
    }

    private Process running() {
        Process started = process;
        if (started == null || !started.isAlive()) {
            throw new LabException("braid is not running:\n" + tail());
        }
        return started;
    }

    /** What the process writes, and those before it did if they were of this lab. */
    public Path log() {
        return lab.log(name);
    }

    /** The last lines that the process wrote. */
    public String tail() {
        Path log = log();
        if (Files.notExists(log)) {
            return "(no output)";
        }
        try {
            List<String> lines = Files.readAllLines(log);
            return String.join("\n", lines.subList(Math.max(0, lines.size() - 100), lines.size()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Ends the process with SIGTERM and returns its exit code.
     *
     * @throws LabException if it is still there after 15 s; it is then killed
     */
    public int stop() throws InterruptedException {
        Process ending = running();
        ending.destroy();
        if (!ending.waitFor(STOP_LIMIT_MILLIS, TimeUnit.MILLISECONDS)) {
            ending.destroyForcibly();
            throw new LabException("braid did not end within " + STOP_LIMIT_MILLIS + " ms of SIGTERM:\n" + tail());
        }
        return ending.exitValue();
    }

    /** Ends the process with SIGKILL, as the kernel does when memory is short. */
    public void kill() throws InterruptedException {
        running().destroyForcibly().waitFor();
    }

    /** The configuration file, once started. */
    public Path configuration() {
        return configuration;
    }

    /** The control socket. */
    public Path socket() {
        return socket;
    }

    /** Ends the process with SIGTERM, as a service manager does, and waits for it. */
    @Override
    public void close() {
        Process started = process;
        if (started != null) {
            Uninterrupted.run(() -> Children.stop(started));
        }
    }
}
