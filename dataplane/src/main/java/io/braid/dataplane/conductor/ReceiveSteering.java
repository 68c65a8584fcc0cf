package io.braid.dataplane.conductor;

import io.braid.dataplane.net.IpAddress;
import io.braid.dataplane.net.Ipv4Address;
import io.braid.dataplane.net.Ipv6Address;
import io.braid.dataplane.port.Uplink;
import io.braid.dataplane.task.NicAddress;
import io.braid.dataplane.task.Task;
import io.braid.dpdk.DpdkException;
import io.braid.dpdk.FlowRule;
import io.braid.dpdk.Port;
import io.braid.dpdk.RedirectionTable;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Has one uplink's NIC put packets into the queue of the worker that they are for, as far as it can: by rules for each task's addresses, else by RSS over the queues
 * of its own node, else not at all. What the NIC does not do, the worker that received a packet does: it hands it over.
 *
 * <p>The conductor's thread, or before it starts; {@link #mode}, {@link #rules} and {@link #trouble} are for any.
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

    private final Uplink uplink;
    private final PortQueues queues;
    private final Map<IpAddress, FlowRule> rules = new HashMap<>();
    private volatile Mode mode;
    private volatile int ruleCount;
    private volatile @Nullable String trouble;

    /**
     * Sets up what does not depend on tasks.
     *
     * @param queues the uplink's
     * @param spread queues from 0 that RSS is to use
     */
    public ReceiveSteering(Uplink uplink, PortQueues queues, int spread) {
        this.uplink = uplink;
        this.queues = queues;
        this.mode = spread(spread);
        if (queues.pollers().size() > 1) {
            Optional<String> refusal = FlowRule.refusal(uplink.port(), new byte[] {10, 0, 0, 1}, 0);
            if (refusal.isEmpty()) {
                mode = Mode.FLOW_RULES;
            } else if (spread < queues.pollers().size()) {
                trouble = "takes no rules: " + refusal.get();
            }
        }
    }

    /** Programs RSS, where there is any. */
    private Mode spread(int spread) {
        Port port = uplink.port();
        if (queues.pollers().size() < 2 || port.info().rssTypes() == 0) {
            return Mode.SOFTWARE;
        }
        int size = port.info().redirectionSize();
        if (size == 0) {
            trouble = "has RSS, but no redirection table that can be set";
            return Mode.RSS;
        }
        try {
            RedirectionTable.update(port, RedirectionTable.even(size, spread));
        } catch (DpdkException e) {
            trouble = e.getMessage();
        }
        return Mode.RSS;
    }

    /**
     * The queue that a task's packets come by and the one they should, if these differ: what has to be drained and what to be paused before {@link #place}.
     *
     * @param pollers the uplink's queues' workers as they are now
     */
    Optional<Change> change(Task task, int worker, List<Integer> pollers) {
        int queue = pollers.indexOf(worker);
        if (mode != Mode.FLOW_RULES || queue < 0) {
            return Optional.empty();
        }
        for (IpAddress address : addresses(task)) {
            FlowRule rule = rules.get(address);
            if (rule != null && rule.queue() != queue) {
                return Optional.of(new Change(uplink.port().id(), rule.queue(), queue));
            }
        }
        return Optional.empty();
    }

    /** Packets that change queues. */
    record Change(int port, int from, int to) {}

    /** Has a task's packets received by a worker, if the NIC can; takes the place of what was said of the task before. */
    void place(Task task, int worker, List<Integer> pollers) {
        int queue = pollers.indexOf(worker);
        if (mode != Mode.FLOW_RULES || queue < 0) {
            return;
        }
        for (IpAddress address : addresses(task)) {
            FlowRule before = rules.get(address);
            if (before == null || before.queue() != queue) {
                replace(address, before, queue);
            }
        }
        ruleCount = rules.size();
    }

    Uplink uplink() {
        return uplink;
    }

    private void replace(IpAddress address, @Nullable FlowRule before, int queue) {
        try {
            if (before != null) {
                rules.remove(address); // a NIC takes no second rule for the same packets
                before.destroy();
            }
            rules.put(address, FlowRule.create(uplink.port(), bytes(address), queue));
        } catch (DpdkException e) {
            if (trouble == null) {
                LOG.log(Level.WARNING, "uplink {0}: {1}; workers hand over instead", uplink.name(), e.getMessage());
            }
            trouble = e.getMessage();
        }
    }

    /** Forgets a task. */
    void remove(Task task) {
        for (IpAddress address : addresses(task)) {
            FlowRule rule = rules.remove(address);
            if (rule != null) {
                try {
                    rule.destroy();
                } catch (DpdkException e) {
                    LOG.log(Level.WARNING, "uplink {0}: {1}", uplink.name(), e.getMessage());
                }
            }
        }
        ruleCount = rules.size();
    }

    /** The task IPs, which come by any uplink, and the addresses it has on this one. */
    private List<IpAddress> addresses(Task task) {
        var all = new ArrayList<>(task.ips());
        task.nicAddresses().stream()
                .filter(nic -> nic.uplink() == uplink.index())
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

    /** Why it does less than was wanted, null when nothing is amiss. */
    public @Nullable String trouble() {
        return trouble;
    }
}
