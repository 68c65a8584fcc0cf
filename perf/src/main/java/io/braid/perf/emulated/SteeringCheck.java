package io.braid.perf.emulated;

import io.braid.perf.lab.Family;
import io.braid.perf.lab.LabPlan;
import io.braid.perf.report.Check;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;

/** Whether a NIC's redirection table moves traffic: {@link RetaProbe} in the guest counts flows that the switch sends. */
final class SteeringCheck {
    static final String NAME = "steering.reta";

    /** Tables of the probe: this one with a queue's number, and the one that names all queues. */
    static final String ALL_TO = "all-to-";

    static final String EVEN = "even";

    private static final Duration LIMIT = Duration.ofSeconds(90);
    private static final int FLOWS = 64;

    private SteeringCheck() {}

    static Check of(Guest guest) throws InterruptedException {
        Nic nic = Machine.NICS.getFirst();
        LabPlan plan = guest.plan();
        String address = plan.hostAddress(nic.index(), Family.V4);
        // Nobody answers ARP while the probe has the NIC.
        String entry = address + " lladdr " + nic.mac() + " dev " + plan.switchPort(nic.index());
        guest.rack().netns().ip("neigh replace " + entry + " nud permanent");
        Process traffic = guest.start(
                guest.rack().netns(),
                "traffic",
                List.of(
                        "bash",
                        "-c",
                        "while :; do for i in {1.." + FLOWS + "}; do echo x >/dev/udp/" + address
                                + "/$((5000 + i)); done; sleep 0.1; done"));
        try {
            return judge(guest.run(
                    "(jvm io.braid.perf.emulated.RetaProbe " + nic.pciAddress() + " "
                            + nic.model().queues() + " 2>/tmp/probe.log) || { cat /tmp/probe.log; exit 1; }",
                    LIMIT));
        } finally {
            guest.stop(traffic);
            guest.rack().netns().ip("neigh del " + entry);
        }
    }

    /** @param output of the probe */
    static Check judge(String output) {
        List<String> lines = output.strip().lines().toList();
        boolean ok = lines.stream().filter(line -> line.startsWith(ALL_TO)).count() > 1
                && lines.stream().anyMatch(line -> line.startsWith(EVEN + " "))
                && lines.stream().allMatch(SteeringCheck::obeyed);
        List<String> found =
                lines.stream().map(line -> line.replaceFirst(" ", ": ")).toList();
        return new Check(
                NAME,
                ok,
                "each table's packets in the queues that it names, and in no other",
                String.join("; ", found));
    }

    /** Whether the packets of a line are where its table sends them. */
    private static boolean obeyed(String line) {
        String[] words = line.split(" ", -1);
        long[] counts = Arrays.stream(words).skip(1).mapToLong(Long::parseLong).toArray();
        boolean obeyed = counts.length > 1;
        for (int queue = 0; queue < counts.length; queue++) {
            boolean wanted = words[0].equals(EVEN) || words[0].equals(ALL_TO + queue);
            obeyed &= wanted == counts[queue] > 0;
        }
        return obeyed;
    }
}
