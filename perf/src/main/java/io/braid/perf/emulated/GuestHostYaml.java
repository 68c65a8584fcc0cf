package io.braid.perf.emulated;

import io.braid.perf.lab.Family;
import io.braid.perf.lab.LabPlan;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The {@code host.yaml} of the emulated host. */
final class GuestHostYaml {
    private GuestHostYaml() {}

    static String of(LabPlan plan) {
        var yaml = new StringBuilder("""
                host: emulated
                dpdk: {memory: 512MiB, hugepages: on}
                workers: {cpus: auto, idle: backoff}
                numa: prefer
                uplinks:
                """);
        for (Nic nic : Machine.NICS) {
            int i = nic.index();
            yaml.append(String.format(
                    Locale.ROOT,
                    """
                      - name: %s
                        device: "pci:%s"
                        addresses: ["%s/%d", "%s/%d"]
                        gateways: ["%s", "%s"]
                    """,
                    plan.uplinkName(i),
                    nic.pciAddress(),
                    plan.hostAddress(i, Family.V4),
                    plan.uplinkPrefixLength(Family.V4),
                    plan.hostAddress(i, Family.V6),
                    plan.uplinkPrefixLength(Family.V6),
                    plan.torAddress(i, Family.V4),
                    plan.torAddress(i, Family.V6)));
        }
        yaml.append(String.format(
                Locale.ROOT,
                """
                tasks:
                  prefixes: ["%s", "%s"]
                  cpus: [%s]
                """,
                plan.taskPrefix(Family.V4),
                plan.taskPrefix(Family.V6),
                IntStream.range(0, Machine.NODES)
                        .mapToObj(node -> Integer.toString(Machine.taskCpu(node)))
                        .collect(Collectors.joining(", "))));
        return yaml.toString();
    }
}
