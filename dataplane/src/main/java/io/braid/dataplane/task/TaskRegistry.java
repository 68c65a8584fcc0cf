package io.braid.dataplane.task;

import io.braid.dataplane.config.HostConfig;
import io.braid.dataplane.config.TasksConfig;
import io.braid.dataplane.control.AttachRequest;
import io.braid.dataplane.control.AttachResult;
import io.braid.dataplane.control.ControlException;
import io.braid.dataplane.control.ControlException.Kind;
import io.braid.dataplane.control.GrantStatus;
import io.braid.dataplane.control.Handover;
import io.braid.dataplane.control.TaskSocketServer;
import io.braid.dataplane.flight.FlightEvent;
import io.braid.dataplane.grant.Grant;
import io.braid.dataplane.grant.TaskGrants;
import io.braid.dataplane.net.IpAddress;
import io.braid.dataplane.net.MalformedValueException;
import io.braid.dataplane.port.NodePools;
import io.braid.dataplane.port.Together;
import io.braid.dataplane.port.UplinkPlaces;
import io.braid.dpdk.Eal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Attaches and detaches tasks while traffic runs. {@link #attach}, {@link #detach} and {@link #close} are for one thread at a time, {@link #tasks} for any.
 */
public final class TaskRegistry implements AutoCloseable {
    private final TaskPorts ports;
    private final TaskForwarding forwarding;
    private final AttachPolicy rules;
    private final NicAddresses nicAddresses;
    private final TaskOpening opening;
    private final TaskWords words;
    private final IpAllocator allocator;
    private final TaskGrants grants;
    private TasksConfig config;
    private final TaskAnnouncer announcer;
    private final TaskSocketServer sockets;
    private volatile Map<String, Task> tasks = Map.of();
    private boolean leaving;

    /**
     * Makes a registry without tasks.
     *
     * @param uplinks those that there are
     * @param sockets where each task gets its own socket
     */
    public TaskRegistry(
            HostConfig config,
            Supplier<UplinkPlaces> uplinks,
            Eal eal,
            NodePools pools,
            TaskHomes homes,
            TaskForwarding forwarding,
            TaskGrants grants,
            TaskAnnouncer announcer,
            TaskSocketServer sockets) {
        this.config = config.tasks();
        this.sockets = sockets;
        this.grants = grants;
        this.announcer = announcer;
        this.ports = new TaskPorts(config, eal, pools);
        this.forwarding = forwarding;
        this.rules = new AttachPolicy(config);
        this.nicAddresses = new NicAddresses(uplinks);
        this.opening = new TaskOpening(ports, nicAddresses, homes, forwarding);
        this.words = new TaskWords(nicAddresses, grants, sockets);
        this.allocator = new IpAllocator(config.tasks());
    }

    /** Has something done while no task comes or goes. */
    public synchronized <T> T still(Supplier<T> work) {
        return work.get();
    }

    /** Why it could not go by other rules, in sentences. */
    public synchronized List<String> objections(HostConfig next) {
        return AttachPolicy.objections(next, tasks.values());
    }

    /** Goes by other rules, for the tasks that are attached, too, as far as they are about what a task may send. Returns when the workers know. */
    public synchronized void adopt(HostConfig next) {
        config = next.tasks();
        rules.adopt(next);
        ports.adopt(next);
        allocator.adopt(config);
        var others = new TreeMap<>(tasks);
        others.replaceAll((name, task) -> task.withTerms(task.terms().under(config, name)));
        if (!others.equals(tasks)) {
            tasks = others;
            forwarding.replace(others.values());
        }
    }

    /** All tasks, by name. */
    public Collection<Task> tasks() {
        return tasks.values();
    }

    /**
     * Gives a task its port.
     *
     * @param request checked for syntax
     * @throws ControlException when it was not done; nothing of it is left behind
     */
    public synchronized AttachResult attach(AttachRequest request) {
        boolean choose = request.ips().equals(AttachRequest.AUTO_IPS);
        List<IpAddress> ips = choose && request.grant() == null
                ? allocator.choose(addresses(), System.nanoTime())
                : choose ? List.of() : addresses(request);
        Grant grant = grants.admit(request.task(), ips, request.grant());
        List<IpAddress> given = choose && grant != null ? grant.ips() : ips;
        announcer.requireFree(given);
        TaskTerms terms = TaskTerms.of(config, request, grant, null);
        return attach(request, given, terms, () -> grants.keep(request.task(), grant), null);
    }

    private static List<IpAddress> addresses(AttachRequest request) {
        return request.ips().stream().map(IpAddress::parse).toList();
    }

    /** The task IPs that are somebody's. */
    private Set<IpAddress> addresses() {
        return tasks.values().stream().flatMap(task -> task.ips().stream()).collect(Collectors.toSet());
    }

    /**
     * Gives a task of a process that has ended its port again, with what it had. What it was granted was verified then; without a grant it is admitted as a new task
     * would be.
     *
     * @throws ControlException when it was not done; nothing of it is left behind
     */
    public synchronized AttachResult resume(Handover.Task before) {
        AttachRequest request = before.request().checked();
        Handover.Place place = before.place();
        if (request.netns() != null
                && place != null
                && !Objects.equals(place.namespace(), TaskNamespace.identity(request.netns()))) {
            throw new ControlException(Kind.NOT_FOUND, "its namespace " + request.netns() + " is gone");
        }
        if (request.netns() != null && request.kind().equals(AttachRequest.KIND_VETH)) {
            TaskNamespace.awaitGone(request.netns(), AttachPolicy.deviceOf(request));
        }
        List<IpAddress> ips = addresses(request);
        GrantStatus granted = before.grant();
        Grant grant = granted == null ? grants.admit(request.task(), ips, null) : null;
        return attach(
                request,
                ips,
                TaskTerms.of(config, request, grant, granted == null ? null : granted.job()),
                granted == null
                        ? () -> grants.keep(request.task(), grant)
                        : () -> grants.resume(request.task(), granted),
                place);
    }

    private AttachResult attach(
            AttachRequest request,
            List<IpAddress> ips,
            TaskTerms terms,
            Runnable keepGrant,
            Handover.@Nullable Place place) {
        requireStaying();
        rules.check(request, ips, tasks.values(), nicAddresses.places());
        Task task = opening.open(request, ips, terms, tasks.values(), place);
        try {
            sockets.open(task.name());
            forwarding.add(task);
        } catch (RuntimeException e) {
            sockets.remove(task.name());
            task.port().giveUp();
            throw e;
        }
        var next = new TreeMap<>(tasks);
        next.put(task.name(), task);
        tasks = next;
        keepGrant.run();
        announcer.attached(task);
        FlightEvent.task(task.name(), true);
        return words.result(task);
    }

    /** A task is on a node now; any thread. */
    public synchronized void rehome(Task found) {
        Task task = tasks.get(found.name());
        if (task == null || task.port() != found.port()) {
            return; // gone, or another of its name
        }
        if (task.home() != found.home()) {
            var next = new TreeMap<>(tasks);
            next.put(task.name(), found);
            tasks = next;
        }
        forwarding.rehome(found); // also when it is known: it may have been on the way from another move
    }

    /**
     * Takes a task's port away.
     *
     * @throws ControlException when no such task is attached
     */
    public synchronized void detach(String name) {
        requireStaying();
        Task task = require(name);
        sockets.remove(name); // first, so that nobody asks for what is going
        remove(task).port().remove();
    }

    /**
     * Gives an attached task another grant.
     *
     * @throws ControlException when no such task is attached, or the grant is not good for it
     */
    public synchronized GrantStatus renew(String name, String grant) {
        requireStaying();
        Task task = require(name);
        grants.renew(name, task.ips(), task.terms().job(), grant);
        announcer.renewed(task);
        return Objects.requireNonNull(grants.status(name), "just given");
    }

    private void requireStaying() {
        if (leaving) {
            throw new ControlException(Kind.FAILED, "this braid is ending: another one takes over; try again soon");
        }
    }

    /**
     * What attaches all tasks again; from now on none is attached or detached.
     *
     * @throws ControlException when that was asked before
     */
    public synchronized List<Handover.Task> handover() {
        if (leaving) {
            throw new ControlException(Kind.CONFLICT, "another braid takes over already");
        }
        leaving = true;
        return describe();
    }

    /** What attaches all tasks again, in the order of their slots. */
    public synchronized List<Handover.Task> describe() {
        return tasks.values().stream()
                .sorted(Comparator.comparingInt(Task::slot))
                .map(words::kept)
                .toList();
    }

    /** The addresses of tasks that are gone which no other task may have yet. */
    public synchronized List<Handover.Cooling> cooling() {
        return allocator.cooling(System.nanoTime(), Instant.now());
    }

    /**
     * Addresses go on resting whose rest began in a process before.
     *
     * @throws MalformedValueException if one is no address
     */
    public synchronized void rest(List<Handover.Cooling> before) {
        allocator.resume(before, System.nanoTime(), Instant.now());
    }

    /** A task that a process before had does not come back: its addresses rest as if it was detached now. */
    public synchronized void lost(Handover.Task before) {
        allocator.released(addresses(before.request()), System.nanoTime());
    }

    private Task require(String name) {
        Task task = tasks.get(name);
        if (task == null) {
            throw new ControlException(
                    Kind.NOT_FOUND, "no task " + name + " is attached; attached are: " + tasks.keySet());
        }
        return task;
    }

    private Task remove(Task task) {
        String name = task.name();
        announcer.detaching(task); // before its packets have nowhere to go
        forwarding.remove(task);
        var next = new TreeMap<>(tasks);
        next.remove(name);
        tasks = next;
        grants.forget(name);
        allocator.released(task.ips(), System.nanoTime());
        FlightEvent.task(name, false);
        return task;
    }

    /** Detaches all tasks; what their applications have made stays. */
    @Override
    public synchronized void close() {
        var closing = new ArrayList<Runnable>();
        for (Task task : List.copyOf(tasks.values())) {
            sockets.close(task.name());
            closing.add(remove(task).port()::close);
        }
        Together.run(closing);
        ports.close();
    }
}
