package io.braid.perf.lab;

import java.nio.file.Path;

/** The {@code host.yaml} of a lab's host. Everything that has a default is left to it: the lab measures the defaults. */
final class HostYaml {
    private HostYaml() {}

    /** @param bgp whether the host announces its tasks to the rack switch, with a session per uplink and family */
    static String of(LabPlan plan, Path controlSocket, boolean bgp) {
        var yaml = new StringBuilder("host: " + plan.tag() + "\nuplinks:\n");
        for (int i = 0; i < plan.uplinks(); i++) {
            yaml.append("  - name: ").append(plan.uplinkName(i)).append('\n');
            yaml.append("    device: \"")
                    .append(AfPacketUplinks.device(plan, i))
                    .append("\"\n");
            list(yaml, "addresses", address(plan, i, Family.V4), address(plan, i, Family.V6));
            list(yaml, "gateways", plan.torAddress(i, Family.V4), plan.torAddress(i, Family.V6));
            list(yaml, "container-prefixes", plan.containerPrefix(i, Family.V4), plan.containerPrefix(i, Family.V6));
            yaml.append("    mtu: ").append(plan.mtu()).append('\n');
        }
        yaml.append("tasks:\n");
        yaml.append("  prefixes: [\"")
                .append(plan.taskPrefix(Family.V4))
                .append("\", \"")
                .append(plan.taskPrefix(Family.V6))
                .append("\"]\n");
        yaml.append("  sockets: \"")
                .append(controlSocket.resolveSibling("tasks"))
                .append("\"\n");
        if (bgp) {
            bgp(yaml, plan);
        }
        yaml.append("control: {socket: \"").append(controlSocket).append("\"}\n");
        return yaml.toString();
    }

    private static void bgp(StringBuilder yaml, LabPlan plan) {
        yaml.append("bgp:\n  asn: ").append(LabPlan.HOST_AS).append('\n');
        yaml.append("  router-id: ").append(plan.hostAddress(0, Family.V4)).append('\n');
        yaml.append("  peers:\n");
        for (int i = 0; i < plan.uplinks(); i++) {
            for (Family family : Family.values()) {
                yaml.append("    - {address: \"").append(plan.torAddress(i, family));
                yaml.append("\", asn: ").append(LabPlan.TOR_AS);
                yaml.append(", uplink: ").append(plan.uplinkName(i));
                yaml.append(", bfd: {interval: 50ms, multiplier: 3}}\n");
            }
        }
    }

    private static String address(LabPlan plan, int i, Family family) {
        return plan.hostAddress(i, family) + "/" + plan.uplinkPrefixLength(family);
    }

    private static void list(StringBuilder yaml, String key, String v4, String v6) {
        yaml.append("    ")
                .append(key)
                .append(": [\"")
                .append(v4)
                .append("\", \"")
                .append(v6)
                .append("\"]\n");
    }
}
