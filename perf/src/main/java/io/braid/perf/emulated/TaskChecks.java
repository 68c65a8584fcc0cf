package io.braid.perf.emulated;

import com.fasterxml.jackson.databind.JsonNode;
import io.braid.perf.report.Check;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;

/** Whether a task whose CPUs are on one node is served there, sends by the NICs of that node, and by others when those have no link. */
final class TaskChecks {
    private static final Duration LIMIT = Duration.ofSeconds(45);
    private static final int FLOWS = 32;
    private static final int PACKETS = 20;
    /** Part of the packets that may go elsewhere: neighbor discovery, and what is under way while a link goes down. */
    private static final double MOST = 0.95;

    private final Guest guest;
    private final GuestBraid braid;
    private final String netns;
    private final int node;
    private int port = 20_000;

    /** @param node the node of the task's CPUs */
    TaskChecks(Guest guest, GuestBraid braid, String netns, int node) {
        this.guest = guest;
        this.braid = braid;
        this.netns = netns;
        this.node = node;
    }

    /** Who worked while the task sent: by the kernel's clock for each thread, and by the workers' own count. */
    Check home() throws InterruptedException {
        JsonNode before = braid.status();
        List<ThreadCpus> threadsBefore = threads(before);
        send();
        JsonNode after = braid.status();
        List<ThreadCpus> threadsAfter = threads(after);
        long[] busy = new long[Machine.NODES];
        for (int worker = 0; worker < after.path("workers").size(); worker++) {
            String cycles = "/workers/" + worker + "/busyCycles";
            busy[Machine.nodeOf(after.at("/workers/" + worker + "/cpu").asInt())] +=
                    after.at(cycles).asLong() - before.at(cycles).asLong();
        }
        long[] nanos = new long[Machine.NODES];
        for (ThreadCpus thread : threadsAfter) {
            if (thread.isWorker() && thread.node() >= 0) {
                nanos[thread.node()] += thread.nanos()
                        - threadsBefore.stream()
                                .filter(earlier -> earlier.name().equals(thread.name()))
                                .mapToLong(ThreadCpus::nanos)
                                .sum();
            }
        }
        int other = 1 - node;
        return new Check(
                "task.home",
                busy[node] > 4 * busy[other] && nanos[node] > nanos[other],
                "a task on node " + node + " is served by workers of node " + node,
                "home-node " + after.at("/tasks/0/homeNode").asText("unknown") + ", worker "
                        + after.at("/tasks/0/worker").asText("unknown") + "; busy turns: node 0 " + busy[0]
                        + ", node 1 " + busy[1] + "; CPU time: node 0 " + nanos[0] / 1_000_000
                        + " ms, node 1 " + nanos[1] / 1_000_000 + " ms");
    }

    private List<ThreadCpus> threads(JsonNode status) throws InterruptedException {
        return ThreadCpus.parse(guest.run("pid=" + status.path("pid").asInt() + "\n" + ThreadCpus.SCRIPT, LIMIT));
    }

    /** Which NICs the task's flows take: first all is well, then the node's NICs lose carrier, then they have it again. */
    List<Check> egress() throws InterruptedException {
        var checks = new ArrayList<Check>();
        List<Nic> local = Machine.nics(node);
        List<Nic> remote = Machine.nics(1 - node);
        checks.add(share("egress.local", local, "new flows by the NICs of the task's node"));
        links(local, false);
        braid.awaitUsable(remote);
        checks.add(
                share("egress.failover", remote, "new flows by the other node's NICs while the local links are down"));
        links(local, true);
        braid.awaitUsable(Machine.NICS);
        checks.add(share("egress.return", local, "new flows by the local NICs again"));
        return checks;
    }

    private void links(List<Nic> nics, boolean up) throws InterruptedException {
        for (Nic nic : nics) {
            guest.link(nic, up);
        }
    }

    private Check share(String name, List<Nic> wanted, String expected) throws InterruptedException {
        List<Long> before = guest.rack().sent();
        send();
        List<Long> after = guest.rack().sent();
        long[] sent = LongStream.range(0, before.size())
                .map(i -> after.get((int) i) - before.get((int) i))
                .toArray();
        return judge(name, sent, wanted, expected);
    }

    /** @param sent packets by NIC, of {@link #FLOWS} flows that have {@link #PACKETS} each */
    static Check judge(String name, long[] sent, List<Nic> wanted, String expected) {
        long all = LongStream.of(sent).sum();
        long there = wanted.stream().mapToLong(nic -> sent[nic.index()]).sum();
        boolean spread = wanted.stream().allMatch(nic -> sent[nic.index()] > 0);
        var found = new ArrayList<String>();
        for (Nic nic : Machine.NICS) {
            found.add(nic.id() + " (node " + nic.node() + ") " + sent[nic.index()]);
        }
        return new Check(
                name,
                spread && there >= MOST * all && there >= MOST * FLOWS * PACKETS,
                expected + ", " + FLOWS * PACKETS + " packets",
                String.join(", ", found));
    }

    private void send() throws InterruptedException {
        guest.run("datagrams " + netns + " " + guest.rack().sink() + " " + port + " " + FLOWS + " " + PACKETS, LIMIT);
        port += FLOWS;
    }
}
