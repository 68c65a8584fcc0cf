package io.braid.dataplane.control;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The state of a dataplane at one moment: answer of {@code GET /v1/status}, printed by {@code braid status}.
 *
 * <p>The JSON names are the component names and are stable: later versions add, they do not rename. Counters start at zero with the
 * process and only grow. Counters are read one after another while workers run, so sums may differ by the packets of the moment.
 *
 * @param host the configured host name
 * @param version Braid's own version
 * @param pid process id of the dataplane
 * @param uptimeSeconds since forwarding began
 * @param dpdk the library underneath
 * @param workers in worker order
 * @param uplinks in the order of the configuration
 * @param tasks by name
 * @param punt one per uplink
 * @param flows the flows that are remembered
 * @param drops packets dropped in the whole dataplane, by reason
 * @param invariant whether every packet is accounted for
 * @param mempool the packet buffers
 * @param bgp what is announced; null without {@code bgp} in the configuration
 * @param warnings sentences for the operator, such as that no hugepages are in use; empty when all is well
 */
public record StatusReport(
        String host,
        String version,
        long pid,
        long uptimeSeconds,
        Dpdk dpdk,
        List<Worker> workers,
        List<Uplink> uplinks,
        List<Task> tasks,
        List<Punt> punt,
        FlowStatus flows,
        SortedMap<String, Long> drops,
        Invariant invariant,
        Mempool mempool,
        @Nullable Bgp bgp,
        List<String> warnings) {

    public StatusReport {
        workers = List.copyOf(workers);
        uplinks = List.copyOf(uplinks);
        tasks = List.copyOf(tasks);
        punt = List.copyOf(punt);
        drops = sorted(drops);
        warnings = List.copyOf(warnings);
    }

    /**
     * The library underneath.
     *
     * @param version such as {@code 22.11.7}
     * @param hugepages whether packet memory lies in hugepages
     * @param memory bytes reserved for DPDK
     */
    public record Dpdk(String version, boolean hugepages, long memory) {}

    /**
     * Announcements; {@link BgpReport} says more.
     *
     * @param sessions configured
     * @param established of these
     * @param routes that switches were told and that stand, over all sessions
     */
    public record Bgp(int sessions, int established, int routes) {}

    /**
     * One polling thread.
     *
     * @param name the thread's name
     * @param cpu the CPU it is pinned to
     * @param node that CPU's NUMA node
     * @param cycles turns of its loop
     * @param busyCycles turns that moved at least one packet
     * @param longestCycleMicros the longest turn so far, microseconds
     * @param stalls turns longer than the stall threshold
     * @param errors bursts dropped because a node threw
     */
    public record Worker(
            String name,
            int cpu,
            int node,
            long cycles,
            long busyCycles,
            long longestCycleMicros,
            long stalls,
            long errors) {}

    /**
     * Packets and bytes that went one way since start.
     *
     * @param packets frames
     * @param bytes octets of these frames, Ethernet header included, FCS not
     */
    public record Traffic(long packets, long bytes) {}

    /**
     * Whether task traffic may leave by an uplink, per family.
     *
     * @param ipv4 whether IPv4 may
     * @param ipv6 whether IPv6 may
     */
    public record Usable(boolean ipv4, boolean ipv6) {}

    /**
     * A rack switch on an uplink.
     *
     * @param address canonical text
     * @param state of the neighbor entry, such as {@code reachable}, {@code probing} or {@code failed}
     * @param mac the resolved address, null while there is none
     */
    public record Gateway(
            String address, String state, @Nullable String mac) {}

    /**
     * A receive queue.
     *
     * @param queue its number
     * @param worker the worker that polls it
     * @param packets received by it
     */
    public record Queue(int queue, String worker, long packets) {}

    /**
     * What sides of a port leave each other to be done, out of {@code checksum}, {@code tso4} and {@code tso6}.
     *
     * @param receive what packets may come without
     * @param transmit what packets are sent without, for the device or whoever is behind it to finish
     */
    public record Offloads(List<String> receive, List<String> transmit) {
        public Offloads {
            receive = List.copyOf(receive);
            transmit = List.copyOf(transmit);
        }
    }

    /**
     * One NIC.
     *
     * @param name as configured
     * @param device as configured, such as {@code pci:0000:3b:00.0}
     * @param port DPDK's number for it
     * @param mac its own address
     * @param mtu bytes of IP packet
     * @param offloads what its driver finishes
     * @param node its NUMA node, null when unknown
     * @param steering how its packets get to the workers that they are for: {@code flow-rules}, {@code rss} or {@code software}
     * @param rules rules in the NIC
     * @param ruleHits packets that these matched, as the NIC counts; null when it does not
     * @param steeringTrouble why the NIC does less than was wanted of it, null when nothing is amiss
     * @param queues its receive queues
     * @param link whether the link is up
     * @param usable whether task traffic may leave by it
     * @param reason why it is not usable for a family that is configured on it, null when it is
     * @param gateways in the order of the configuration
     * @param rx from the wire
     * @param tx to the wire
     * @param share of the bytes sent over all uplinks, 0 to 1; 0 when none were sent
     * @param drops of packets received from or meant for this uplink, by reason
     */
    public record Uplink(
            String name,
            String device,
            int port,
            String mac,
            int mtu,
            Offloads offloads,
            @Nullable Integer node,
            String steering,
            int rules,
            @Nullable Long ruleHits,
            @Nullable String steeringTrouble,
            List<Queue> queues,
            boolean link,
            Usable usable,
            @Nullable String reason,
            List<Gateway> gateways,
            Traffic rx,
            Traffic tx,
            double share,
            SortedMap<String, Long> drops) {

        public Uplink {
            queues = List.copyOf(queues);
            gateways = List.copyOf(gateways);
            drops = sorted(drops);
        }
    }

    /**
     * The queues of a port that a DPDK application is behind.
     *
     * @param count pairs that it is offered
     * @param enabled the numbers of those on which it takes packets, ascending; others get none
     */
    public record TaskQueues(int count, List<Integer> enabled) {
        public TaskQueues {
            enabled = List.copyOf(enabled);
        }
    }

    /**
     * One attached task.
     *
     * @param task its name
     * @param kind the port's kind
     * @param device the interface's name in the container
     * @param netns path of the namespace it was moved to, null when it stayed in the dataplane's
     * @param ips its own addresses
     * @param nicAddresses one per uplink and family, or empty
     * @param mac the interface's own address
     * @param mtu bytes of IP packet
     * @param offloads what was agreed upon with the other side; it may change with the application at a socket
     * @param homeNode the NUMA node its CPUs are on, null when unknown or on several
     * @param worker the worker that serves it
     * @param connected false while a DPDK application is not there that its packets are for
     * @param queues of a DPDK application's port; null of other kinds
     * @param label what whoever attached it calls that, null without one
     * @param grant the grant it came with, null without one
     * @param job the job it belongs to, null without one
     * @param limits the most it may send and be sent; 0 or null for no cap
     * @param rx from the task
     * @param tx to the task
     * @param drops of packets received from or meant for this task, by reason
     */
    public record Task(
            String task,
            String kind,
            String device,
            @Nullable String netns,
            List<String> ips,
            List<AttachResult.NicAddress> nicAddresses,
            String mac,
            int mtu,
            Offloads offloads,
            @Nullable Integer homeNode,
            String worker,
            boolean connected,
            @Nullable TaskQueues queues,
            @Nullable String label,
            @Nullable GrantStatus grant,
            @Nullable String job,
            TaskLimits limits,
            Traffic rx,
            Traffic tx,
            SortedMap<String, Long> drops) {

        public Task {
            ips = List.copyOf(ips);
            nicAddresses = List.copyOf(nicAddresses);
            drops = sorted(drops);
        }
    }

    /**
     * The tap through which the host's kernel uses an uplink's own addresses.
     *
     * @param uplink the uplink's name
     * @param device the tap's name in the host's namespace
     * @param rx from the kernel
     * @param tx to the kernel
     * @param drops by reason
     */
    public record Punt(String uplink, String device, Traffic rx, Traffic tx, SortedMap<String, Long> drops) {

        public Punt {
            drops = sorted(drops);
        }
    }

    /**
     * Where all packets went: {@code received + generated = sent + dropped + consumed + queued} unless some are in a worker's hands.
     *
     * @param received taken from any port
     * @param generated made here, such as ARP requests and ICMP errors
     * @param sent handed to any port
     * @param dropped with a reason
     * @param consumed by Braid itself, such as ARP and neighbor discovery
     * @param queued held, such as while a neighbor is being resolved
     * @param balanced whether the two sides are equal
     */
    public record Invariant(
            long received, long generated, long sent, long dropped, long consumed, long queued, boolean balanced) {

        /** The invariant with its verdict computed. */
        public static Invariant of(long received, long generated, long sent, long dropped, long consumed, long queued) {
            boolean balanced = received + generated == sent + dropped + consumed + queued;
            return new Invariant(received, generated, sent, dropped, consumed, queued, balanced);
        }
    }

    /**
     * The packet buffers.
     *
     * @param name DPDK's name of the pool
     * @param size buffers in all
     * @param inUse buffers handed out, those in device queues and per-core caches included
     * @param available buffers that can be taken
     */
    public record Mempool(String name, long size, long inUse, long available) {}

    private static SortedMap<String, Long> sorted(Map<String, Long> drops) {
        return Collections.unmodifiableSortedMap(new TreeMap<>(drops));
    }
}
