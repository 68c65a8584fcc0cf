package io.braid.perf.lab;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/**
 * A running lab: the namespaces and links of a {@link LabPlan}, its switch, and the programs started in it.
 *
 * <p>Needs root. Several labs may run side by side. Closing one, or ending the JVM in any way but SIGKILL, removes all
 * it made; what a killed JVM left is removed by {@link LabSweep}. One thread drives a lab; {@link #close} may be called
 * from any.
 */
public final class Lab implements AutoCloseable {
    /** The rate of issue #2's demo: slow enough that four uplinks do not measure the taps instead. */
    public static final long DEFAULT_RATE = 100_000_000;

    private static final AtomicInteger SEQUENCE = new AtomicInteger();

    private final LabPlan plan;
    private final Topology topology;
    private final RackSwitch rackSwitch;
    private final Spine spine;
    private final Routing routing;
    private final Children children = new Children();
    private final List<Netns> more = new ArrayList<>();
    private final Path directory;
    private final Thread hook = new Thread(this::close, "lab-exit");
    private volatile boolean closed;
    private volatile boolean takenAway;
    private boolean gone;
    private boolean kept;

    private Lab(LabPlan plan, Routing routing) {
        this.plan = plan;
        this.routing = routing;
        this.topology = new Topology(plan, routing);
        this.rackSwitch = new RackSwitch(this, routing);
        this.spine = new Spine(this);
        try {
            this.directory = Files.createTempDirectory(LabSweep.DIRECTORY_PREFIX + plan.tag() + "-");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A tag no other lab on this machine has: it holds this process's id. */
    public static String newTag() {
        return LabSweep.tag(ProcessHandle.current().pid(), SEQUENCE.incrementAndGet());
    }

    /** Builds a lab with BGP, of four uplinks at {@link #DEFAULT_RATE} and two tasks. */
    public static Lab create() throws InterruptedException {
        return create(new LabPlan(newTag(), 4, 2, DEFAULT_RATE, 1500), Routing.BGP);
    }

    /**
     * Builds a lab; all uplinks are up and the switch routes the task addresses over them, by BGP as soon as the host
     * announces them.
     *
     * @throws LabException if a step fails; what was built until then is gone again
     */
    public static Lab create(LabPlan plan, Routing routing) throws InterruptedException {
        var lab = new Lab(plan, routing);
        Runtime.getRuntime().addShutdownHook(lab.hook);
        try {
            lab.build();
            return lab;
        } catch (Throwable t) {
            lab.close();
            throw t;
        }
    }

    /** Holds the lock that closing needs: a JVM that is ended meanwhile waits, and then removes all of it. */
    private synchronized void build() throws InterruptedException {
        if (closed) {
            throw new LabException("the lab was closed before it was built");
        }
        topology.build();
        rackSwitch.install();
        if (routing == Routing.BGP) {
            spine.start();
        }
    }

    public LabPlan plan() {
        return plan;
    }

    public RackSwitch rackSwitch() {
        return rackSwitch;
    }

    /** The switch behind the rack switch, in a lab with {@link Routing#BGP}. */
    public Spine spine() {
        return spine;
    }

    /** Makes another namespace, with a loopback interface and nothing else; it goes with the lab. */
    public synchronized Netns addNamespace(String name) throws InterruptedException {
        if (closed) {
            throw new LabException("no namespace " + name + ": the lab is closed");
        }
        var netns = new Netns(plan.tag() + "-" + name);
        more.add(netns);
        Topology.make(List.of(netns));
        return netns;
    }

    /** The software of its switches and its version, in a lab with {@link Routing#BGP}. */
    public String switchSoftware() throws InterruptedException {
        return Frr.version();
    }

    public Routing routing() {
        return routing;
    }

    public Children children() {
        return children;
    }

    /** Where this lab's configuration, sockets, logs and captures go; removed with the lab. */
    public Path directory() {
        return directory;
    }

    /** Starts a program inside {@code netns}; its output goes to {@code NAME.log} in {@link #directory()}. */
    public Process start(Netns netns, String name, List<String> command) {
        return children.start(netns.wrap(command), log(name));
    }

    public Path log(String name) {
        return directory.resolve(name + ".log");
    }

    /** Leaves namespaces, links and files in place on close, for a person to look at; programs are ended all the same. */
    public synchronized void keep() {
        kept = true;
    }

    @Override
    public void close() {
        Uninterrupted.run(this::tearDown);
        if (Thread.currentThread() != hook) {
            try {
                Runtime.getRuntime().removeShutdownHook(hook);
            } catch (IllegalStateException e) {
                // The JVM is already ending and runs the hook, which finds the lab closed.
                return;
            }
        }
    }

    /** Whether the end of the JVM (Ctrl-C) took it away from whoever used it: that steps then fail is no news. */
    public boolean isTakenAway() {
        return takenAway;
    }

    private synchronized void tearDown() throws InterruptedException {
        takenAway |= !closed && Thread.currentThread() == hook;
        closed = true;
        if (gone) {
            return;
        }
        children.close();
        if (!kept) {
            for (Netns netns : topology.namespaces()) {
                LabSweep.remove(netns);
            }
            for (Netns netns : more) {
                LabSweep.remove(netns);
            }
            delete(directory);
        }
        gone = true;
    }

    /** What is still there of this lab after {@link #close}, one line each; empty when all is gone. */
    public List<String> leftovers() throws InterruptedException {
        List<String> found = new ArrayList<>();
        for (String name : LabSweep.namespaces()) {
            if (name.startsWith(plan.tag() + "-")) {
                found.add("namespace " + name);
            }
        }
        for (long pid : children.alive()) {
            found.add("process " + pid);
        }
        if (Files.exists(directory)) {
            found.add("directory " + directory);
        }
        return found;
    }

    /** Removes a directory with all that is in it, if it is there. */
    public static void delete(Path directory) {
        if (!Files.exists(directory)) {
            return;
        }
        try (Stream<Path> paths = Files.walk(directory)) {
            for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(path);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot remove " + directory, e);
        }
    }
}
