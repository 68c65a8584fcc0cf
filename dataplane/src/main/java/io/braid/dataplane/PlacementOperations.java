package io.braid.dataplane;

import io.braid.dataplane.conductor.Conductor;
import io.braid.dataplane.config.HostConfig;
import io.braid.dataplane.control.ControlException;
import io.braid.dataplane.control.ControlException.Kind;
import io.braid.dataplane.control.Placing;
import io.braid.dataplane.control.QueueReport;
import io.braid.dataplane.port.Uplink;
import io.braid.dataplane.task.Task;
import io.braid.dataplane.task.TaskRegistry;
import io.braid.numa.balance.QueueLoad;
import io.braid.numa.balance.QueueMove;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/** The operator's view of queues and workers, and hand on them. Any thread. */
final class PlacementOperations implements Placing {
    /** A move takes a few turns of two workers' loops; so long only when one of them is stuck. */
    private static final long MOVE_NANOS = 2_000_000_000;

    /** A NIC's firmware may take seconds; the client waits longer. */
    private static final int RESET_SECONDS = 20;

    private static final long LOOK_NANOS = 100_000;

    private volatile HostConfig config;
    private final Supplier<List<Uplink>> uplinks;
    private final WorkerSet workers;
    private final NumaSetup numa;
    private final Conductor conductor;
    private final TaskRegistry tasks;

    PlacementOperations(HostConfig config, Forwarding forwarding, TaskRegistry tasks) {
        this.config = config;
        this.uplinks = forwarding.uplinks()::all;
        this.workers = forwarding.workers();
        this.numa = forwarding.numa();
        this.conductor = forwarding.conductor();
        this.tasks = tasks;
    }

    void adopt(HostConfig now) {
        config = now;
    }

    @Override
    public QueueReport queues() {
        Map<Integer, String> names = new HashMap<>();
        uplinks.get().forEach(uplink -> names.put(uplink.port().id(), uplink.name()));
        List<Task> attached = List.copyOf(tasks.tasks());
        attached.forEach(task -> names.put(task.port().port().id(), task.name()));
        List<QueueLoad> loads = conductor.moves().loads();
        var queues = new ArrayList<QueueReport.Queue>();
        for (Uplink uplink : uplinks.get()) {
            addQueues("uplink", uplink.name(), uplink.port().id(), loads, queues);
        }
        for (Task task : attached) {
            addQueues("task", task.name(), task.port().port().id(), loads, queues);
        }
        return new QueueReport(
                config.numa().rebalance().name().toLowerCase(Locale.ROOT),
                IntStream.range(0, workers.all().size())
                        .mapToObj(worker -> worker(worker, loads))
                        .toList(),
                queues,
                proposals(names));
    }

    private List<QueueReport.Move> proposals(Map<Integer, String> names) {
        var moves = new ArrayList<QueueReport.Move>();
        for (QueueMove move : conductor.moves().proposals()) {
            String name = names.get(move.load().port());
            if (name != null) { // a host tap's queue goes with its uplink
                moves.add(new QueueReport.Move(
                        name,
                        move.load().queue(),
                        name(move.load().worker()),
                        name(move.to()),
                        Math.round(move.before()),
                        Math.round(move.after())));
            }
        }
        return moves;
    }

    private void addQueues(String kind, String name, int port, List<QueueLoad> loads, List<QueueReport.Queue> into) {
        loads.stream()
                .filter(load -> load.port() == port)
                .map(load -> new QueueReport.Queue(
                        kind, name, load.queue(), name(load.worker()), Math.round(load.packetsPerSecond())))
                .forEach(into::add);
    }

    private QueueReport.Worker worker(int index, List<QueueLoad> loads) {
        double sum = loads.stream()
                .filter(load -> load.worker() == index)
                .mapToDouble(QueueLoad::packetsPerSecond)
                .sum();
        return new QueueReport.Worker(
                name(index),
                numa.plan().workers().get(index).cpu(),
                numa.workerNodes().get(index),
                Math.round(sum));
    }

    private String name(int worker) {
        return workers.all().get(worker).name();
    }

    @Override
    public void move(String name, int queue, int worker) {
        if (worker >= workers.all().size()) {
            throw new ControlException(
                    Kind.NOT_FOUND,
                    "there is no worker-" + worker + "; workers are worker-0 to worker-"
                            + (workers.all().size() - 1));
        }
        int port = port(name);
        int from = conductor.poller(port, queue);
        if (from < 0) {
            throw new ControlException(Kind.NOT_FOUND, name + " has no receive queue " + queue);
        }
        if (from == worker) {
            throw new ControlException(
                    Kind.CONFLICT, "queue " + queue + " of " + name + " is polled by worker-" + worker + " already");
        }
        long end = System.nanoTime() + MOVE_NANOS;
        // A move under way ends within moments; then it is this one's turn.
        while (!conductor.move(port, queue, worker)) {
            await(end, "an earlier move of " + name + " does not end");
        }
        while (conductor.isPassing(port)) {
            await(end, "queue " + queue + " of " + name + " is on its way and does not arrive");
        }
    }

    @Override
    public void reset(String name) {
        Uplink uplink = uplinks.get().stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new ControlException(
                        Kind.NOT_FOUND,
                        "there is no uplink " + name + "; uplinks are "
                                + uplinks.get().stream().map(Uplink::name).toList()));
        if (!uplink.port().canRestart()) {
            throw new ControlException(
                    Kind.CONFLICT,
                    "uplink " + name + " cannot be reset: its driver "
                            + uplink.port().info().driver()
                            + " closes its sockets when the port is stopped; restart braid instead (braid run --takeover)");
        }
        try {
            conductor.restart(uplink).get(RESET_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            Throwable why = e.getCause() == null ? e : e.getCause();
            throw new ControlException(
                    Kind.FAILED,
                    "uplink " + name + " was not reset: " + why.getMessage() + "; braid tries again and again",
                    e);
        } catch (TimeoutException e) {
            throw new ControlException(
                    Kind.FAILED,
                    "uplink " + name + " does not come back within " + RESET_SECONDS
                            + " s; braid status shows when it does",
                    e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ControlException(Kind.FAILED, "interrupted", e);
        }
    }

    private static void await(long end, String trouble) {
        if (System.nanoTime() - end > 0) {
            throw new ControlException(Kind.FAILED, trouble + ": a worker may be stuck (braid status)");
        }
        LockSupport.parkNanos(LOOK_NANOS);
    }

    private int port(String name) {
        for (Uplink uplink : uplinks.get()) {
            if (uplink.name().equals(name)) {
                return uplink.port().id();
            }
        }
        for (Task task : tasks.tasks()) {
            if (task.name().equals(name)) {
                return task.port().port().id();
            }
        }
        throw new ControlException(
                Kind.NOT_FOUND,
                "there is no uplink or task " + name + "; uplinks are "
                        + uplinks.get().stream().map(Uplink::name).toList() + ", tasks "
                        + tasks.tasks().stream().map(Task::name).toList());
    }
}
