package io.braid.dataplane.task;

import io.braid.dataplane.port.NicDevices;
import io.braid.linux.CpuSet;
import io.braid.linux.IpCommandException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.BitSet;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** Shows containers which NICs they can use: the device of an uplink whose path is broken loses its carrier, so that programs which chose it see that. */
public final class NicCarriers implements AutoCloseable {
    private static final Logger LOG = System.getLogger(NicCarriers.class.getName());
    private static final int TURN_MILLIS = 50;

    /** What a task's devices show. Tasks come and go: {@code port} tells those of one name apart. */
    private record Shown(Object port, BitSet down) {}

    private final Supplier<Collection<Task>> tasks;
    private final Supplier<List<Boolean>> uplinks;
    private final Map<String, Shown> shown = new HashMap<>();
    private final Lookout lookout;

    /**
     * @param tasks those that are attached
     * @param uplinks whether each uplink can be used, by index; empty while it is not known
     * @param cpus where the thread may run; empty for anywhere
     */
    public NicCarriers(Supplier<Collection<Task>> tasks, Supplier<List<Boolean>> uplinks, CpuSet cpus) {
        this.tasks = tasks;
        this.uplinks = uplinks;
        this.lookout = new Lookout("task-nics", TURN_MILLIS, cpus, this::turn);
    }

    /** Starts the thread; returns this. */
    public NicCarriers start() {
        lookout.start();
        return this;
    }

    private void turn() {
        List<Boolean> usable = uplinks.get();
        for (Task task : tasks.get()) {
            if (task.netns() != null && task.port().hasNicDevices() && !usable.isEmpty()) {
                show(task, task.netns(), usable);
            }
        }
        Collection<String> names = tasks.get().stream().map(Task::name).toList();
        shown.keySet().retainAll(names);
    }

    private void show(Task task, String netns, List<Boolean> usable) {
        Shown now = shown.get(task.name());
        if (now == null || now.port() != task.port()) {
            now = new Shown(task.port(), new BitSet());
            shown.put(task.name(), now);
        }
        for (int i = 0; i < usable.size(); i++) {
            int uplink = i;
            if (task.nicAddresses().stream().noneMatch(nic -> nic.uplink() == uplink)) {
                continue; // it has no device for an uplink that came later
            }
            boolean up = usable.get(i);
            if (up == now.down().get(i)) {
                now.down().flip(i); // once: a namespace that is gone is the port watch's to notice
                try {
                    NicDevices.carrier(netns, i, up);
                } catch (IpCommandException | IllegalArgumentException e) {
                    LOG.log(
                            Level.INFO,
                            "task {0}: cannot show the state of nic{1}: {2}",
                            task.name(),
                            i,
                            e.getMessage());
                }
            }
        }
    }

    /** Ends the thread. */
    @Override
    public void close() {
        lookout.close();
    }
}
