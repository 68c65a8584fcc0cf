package io.braid.dataplane.conductor;

import io.braid.dataplane.net.IpAddress;
import io.braid.dataplane.net.Ipv4Address;
import io.braid.dataplane.net.Ipv6Address;
import io.braid.dataplane.task.NicAddress;
import io.braid.dataplane.task.Task;
import io.braid.dpdk.DpdkException;
import io.braid.dpdk.RedirectionTable;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Has one uplink's NIC put packets into the queue of the worker that they are for, as far as it can: by rules for each task's addresses, else by RSS over the queues
 * of its own node, else not at all. What the NIC does not do, the worker that received a packet does: it hands it over.
 *
 * <p>The conductor's thread, or before it starts; {@link #mode}, {@link #rules}, {@link #hits} and {@link #trouble} are for any.
 */
public final class ReceiveSteering {
    private static final Logger LOG = System.getLogger(ReceiveSteering.class.getName());

    /** What steers an uplink's received packets. */
    public enum Mode {
        /** Rules in the NIC, one for each address of a task; RSS for all else. */
        FLOW_RULES("flow-rules"),
        /** RSS over the queues of the NIC's own node. */
        RSS("rss"),
        /** Nothing in the NIC. */
        SOFTWARE("software");

        private final String label;

        Mode(String label) {
            this.label = label;
        }

        /** The name in reports. */
        public String label() {
            return label;
        }
    }

    private final Place place;
    private final SteeringNic nic;
    private final int queues;
    private final int spread;
    private final Map<IpAddress, SteeringNic.Rule> rules = new HashMap<>();
    private boolean running = true;
    private volatile Mode mode = Mode.SOFTWARE;
    private volatile int ruleCount;
    private volatile @Nullable Long hits;
    private volatile @Nullable String trouble;

    /**
     * Whose NIC it is.
     *
     * @param uplink the uplink's index
     * @param port DPDK's number for its port
     * @param name as configured
     */
    record Place(int uplink, int port, String name) {}

    /**
     * Sets up what does not depend on tasks.
     *
     * @param queues receive queues
     * @param spread how many of them, from 0, RSS is to use
     */
    ReceiveSteering(Place place, SteeringNic nic, int queues, int spread) {
        this.place = place;
        this.nic = nic;
        this.queues = queues;
        this.spread = spread;
        program();
    }

    private void program() {
        trouble = null;
        mode = spread();
        if (queues > 1) {
            Optional<String> refusal = nic.refusal(new byte[] {10, 0, 0, 1}, 0);
            if (refusal.isEmpty()) {
                mode = Mode.FLOW_RULES;
            } else if (spread < queues) {
                trouble = "takes no rules: " + refusal.get();
            }
        }
    }

    /** Programs RSS, where there is any. */
    private Mode spread() {
        if (queues < 2 || !nic.hashes()) {
            return Mode.SOFTWARE;
        }
        int size = nic.redirectionSize();
        if (size == 0) {
            trouble = "has RSS, but no redirection table that can be set";
            return Mode.RSS;
        }
        try {
            nic.redirect(RedirectionTable.even(size, spread));
        } catch (DpdkException e) {
            trouble = e.getMessage();
        }
        return Mode.RSS;
    }

    /** The port is about to be stopped, and no worker uses it any more: its rules go, since a stop would leave them half alive. */
    void stopping() {
        running = false;
        rules.values().forEach(this::destroy);
        rules.clear();
        ruleCount = 0;
        hits = null;
    }

    /** The port runs again, and knows nothing of what it was told before; {@link #place} each task after this. */
    void started() {
        running = true;
        program();
    }

    /**
     * The queue that a task's packets come by and the one they should, if these differ: what has to be drained and what to be paused before {@link #place}.
     *
     * @param task its {@link #addresses}
     * @param pollers the uplink's queues' workers as they are now
     */
    Optional<Change> change(List<IpAddress> task, int worker, List<Integer> pollers) {
        int queue = pollers.indexOf(worker);
        if (!running || mode != Mode.FLOW_RULES || queue < 0) {
            return Optional.empty();
        }
        for (IpAddress address : task) {
            SteeringNic.Rule rule = rules.get(address);
            if (rule != null && rule.queue() != queue) {
                return Optional.of(new Change(place.port(), rule.queue(), queue));
            }
        }
        return Optional.empty();
    }

    /** Packets that change queues. */
    record Change(int port, int from, int to) {}

    /** Has a task's packets received by a worker, if the NIC can; takes the place of what was said of the task before. */
    void place(List<IpAddress> task, int worker, List<Integer> pollers) {
        int queue = pollers.indexOf(worker);
        if (!running || mode != Mode.FLOW_RULES || queue < 0) {
            return;
        }
        for (IpAddress address : task) {
            SteeringNic.Rule before = rules.get(address);
            if (before == null || before.queue() != queue) {
                replace(address, before, queue);
            }
        }
        ruleCount = rules.size();
    }

    Place where() {
        return place;
    }

    private void replace(IpAddress address, SteeringNic.@Nullable Rule before, int queue) {
        try {
            if (before != null) {
                rules.remove(address); // a NIC takes no second rule for the same packets
                before.destroy();
            }
            rules.put(address, nic.rule(bytes(address), queue));
        } catch (DpdkException e) {
            if (trouble == null) {
                LOG.log(Level.WARNING, "uplink {0}: {1}; workers hand over instead", place.name(), e.getMessage());
            }
            trouble = e.getMessage();
        }
    }

    /** Forgets a task. */
    void remove(List<IpAddress> task) {
        for (IpAddress address : task) {
            SteeringNic.Rule rule = rules.remove(address);
            if (rule != null) {
                destroy(rule);
            }
        }
        ruleCount = rules.size();
    }

    private void destroy(SteeringNic.Rule rule) {
        try {
            rule.destroy();
        } catch (DpdkException e) {
            LOG.log(Level.WARNING, "uplink {0}: {1}", place.name(), e.getMessage());
        }
    }

    /** Asks the NIC how many packets its rules matched. */
    void count() {
        Long sum = null;
        for (SteeringNic.Rule rule : rules.values()) {
            OptionalLong matched = rule.hits();
            if (matched.isPresent()) {
                sum = (sum == null ? 0 : sum) + matched.getAsLong();
            }
        }
        hits = sum;
    }

    /** The task IPs, which come by any uplink, and the addresses it has on this one. */
    List<IpAddress> addresses(Task task) {
        var all = new ArrayList<>(task.ips());
        task.nicAddresses().stream()
                .filter(address -> address.uplink() == place.uplink())
                .map(NicAddress::address)
                .forEach(all::add);
        return all;
    }

    private static byte[] bytes(IpAddress address) {
        return switch (address) {
            case Ipv4Address ipv4 ->
                ByteBuffer.allocate(Integer.BYTES).putInt(ipv4.bits()).array();
            case Ipv6Address ipv6 ->
                ByteBuffer.allocate(2 * Long.BYTES)
                        .putLong(ipv6.high())
                        .putLong(ipv6.low())
                        .array();
        };
    }

    /** What is in force. */
    public Mode mode() {
        return mode;
    }

    /** Rules in the NIC. */
    public int rules() {
        return ruleCount;
    }

    /** Packets that the rules which are there now matched, at the last count; null when the NIC does not count. */
    public @Nullable Long hits() {
        return hits;
    }

    /** Why it does less than was wanted, null when nothing is amiss. */
    public @Nullable String trouble() {
        return trouble;
    }
}
