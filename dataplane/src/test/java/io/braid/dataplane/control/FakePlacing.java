package io.braid.dataplane.control;

import io.braid.dataplane.control.ControlException.Kind;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Two workers on two nodes, one of which has too much to do. */
public final class FakePlacing implements Placing {
    public final List<String> calls = new CopyOnWriteArrayList<>();

    @Override
    public QueueReport queues() {
        return new QueueReport(
                "off",
                List.of(
                        new QueueReport.Worker("worker-0", 2, 0, 900_000),
                        new QueueReport.Worker("worker-1", 3, 0, 50_000)),
                List.of(
                        new QueueReport.Queue("uplink", "nic0", 0, "worker-0", 500_000),
                        new QueueReport.Queue("uplink", "nic1", 0, "worker-0", 400_000),
                        new QueueReport.Queue("task", "train-1", 0, "worker-1", 50_000)),
                List.of(new QueueReport.Move("nic0", 0, "worker-0", "worker-1", 900_000, 550_000)));
    }

    @Override
    public void move(String name, int queue, int worker) {
        if (worker > 1) {
            throw new ControlException(Kind.NOT_FOUND, "there is no worker-" + worker);
        }
        calls.add(name + " " + queue + " to " + worker);
    }

    @Override
    public void reset(String uplink) {
        calls.add("reset " + uplink);
    }
}
