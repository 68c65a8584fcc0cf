package io.braid.dataplane.init;

import io.braid.dataplane.net.IpAddress;
import java.util.List;
import java.util.stream.Collectors;

/** Writes the configuration that a host's NICs suggest, with what it cannot know marked to be filled in. */
public final class Draft {
    /** What stands where somebody has to decide. */
    public static final String FILL_IN = "FILL IN";

    private static final long GIGABIT = 1000;

    private final StringBuilder text = new StringBuilder();

    private Draft() {}

    /**
     * The draft.
     *
     * @param host the host's name
     * @param nics all of its NICs
     */
    public static String of(String host, List<FoundNic> nics) {
        var draft = new Draft();
        draft.head(host);
        nics.forEach(draft::uplink);
        if (nics.stream().allMatch(FoundNic::management)) {
            draft.line("  # " + FILL_IN
                    + ": no NIC was found that the host itself can do without; an uplink looks like this:");
            draft.line(
                    "  # - {name: nic0, device: \"pci:0000:3b:00.0\", addresses: [192.0.2.1/31], gateways: [192.0.2.0]}");
        }
        draft.tasks();
        draft.bgp(nics.stream().filter(nic -> !nic.management()).toList());
        draft.rest();
        return draft.text.toString();
    }

    private void head(String host) {
        line("# Written by braid init. Decide what is marked " + FILL_IN + ", then: braid check -c THIS-FILE");
        line("# dataplane/CONFIG.md says what else there is.");
        line("host: " + host);
        line("dpdk: {memory: 512MiB, hugepages: auto}  # auto: hugepages if reserved, else ordinary pages");
        line("workers: {cpus: auto}  # braid plan -c THIS-FILE shows which and why");
        line("numa: prefer");
        line("uplinks:");
    }

    private void uplink(FoundNic nic) {
        String mark = nic.management() ? "  # " : "  ";
        line("  # " + describe(nic));
        if (nic.management()) {
            line("  # Left out, because the host's own default route goes by it: Braid would take it from the host.");
        } else if (nic.device().startsWith("pci:") && needsVfio(nic)) {
            line("  # DPDK needs it bound to vfio-pci: driverctl set-override "
                    + nic.device().substring("pci:".length()) + " vfio-pci (its kernel interface goes away)");
        }
        line(mark + "- name: " + nic.name());
        line(mark + "  device: \"" + nic.device() + "\"");
        line(mark + "  addresses: "
                + list(nic.addresses().stream().map(Object::toString).toList())
                + (nic.addresses().isEmpty()
                        ? "  # " + FILL_IN + ": its own, with the length of the link's prefix"
                        : ""));
        line(mark + "  gateways: "
                + list(nic.gateways().stream().map(IpAddress::toString).toList())
                + (nic.gateways().isEmpty()
                        ? "  # " + FILL_IN + ": the rack switch on this link, one for each family"
                        : ""));
        line(mark + "  mtu: " + nic.mtu());
    }

    /** Drivers of NICs that DPDK shares with the kernel need no other. */
    private static boolean needsVfio(FoundNic nic) {
        String driver = nic.driver().orElse("");
        return !driver.startsWith("mlx5")
                && !driver.startsWith("mlx4")
                && !driver.startsWith("vfio")
                && !driver.startsWith("mana");
    }

    private static String describe(FoundNic nic) {
        String speed = nic.megabits()
                .map(megabits -> megabits % GIGABIT == 0 ? megabits / GIGABIT + " Gbit/s" : megabits + " Mbit/s")
                .orElse("speed not known");
        return nic.kernelInterface().map(name -> "interface " + name + ", ").orElse("no kernel interface, ")
                + nic.driver().map(driver -> "driver " + driver).orElse("no driver") + ", " + speed + ", "
                + (nic.node() < 0 ? "NUMA node not known" : "NUMA node " + nic.node())
                + (nic.gpus() == 0 ? "" : ", " + nic.gpus() + (nic.gpus() == 1 ? " GPU" : " GPUs") + " next to it")
                + ", link "
                + nic.carrier().map(up -> up ? "up" : "down").orElse("not known");
    }

    private void tasks() {
        line("egress: {policy: least-loaded}");
        line("tasks:");
        line("  prefixes: []  # " + FILL_IN
                + ": every task IP lies in one of these, such as [10.100.0.0/16, \"2001:db8:100::/48\"]");
        line("  # grants: {public-keys: [/etc/braid/scheduler.pub], required: true}  # who may have which task IP");
    }

    /** Commented out, since without it Braid runs too, on static routes of the switch. */
    private void bgp(List<FoundNic> uplinks) {
        line("# Announce task IPs to the rack switch: fill in and take the marks away.");
        line("# bgp:");
        line("#   asn: 65017  # this host's");
        line("#   router-id: "
                + uplinks.stream()
                        .flatMap(nic -> nic.addresses().stream())
                        .map(address -> address.address())
                        .filter(address -> address.width() == 32)
                        .findFirst()
                        .map(IpAddress::toString)
                        .orElse("192.0.2.1"));
        line("#   peers:");
        for (FoundNic nic : uplinks) {
            String peer = nic.gateways().isEmpty()
                    ? "192.0.2.0"
                    : nic.gateways().getFirst().toString();
            line("#     - {address: " + quoted(peer) + ", asn: 65000, uplink: " + nic.name() + "}");
        }
    }

    private void rest() {
        line("control: {socket: /run/braid/control.sock}");
        line("web: {listen: \"127.0.0.1:9464\"}  # metrics and dashboard");
    }

    private static String list(List<String> items) {
        return items.stream().map(Draft::quoted).collect(Collectors.joining(", ", "[", "]"));
    }

    /** A colon means something in YAML. */
    private static String quoted(String item) {
        return item.indexOf(':') >= 0 ? "\"" + item + "\"" : item;
    }

    private void line(String line) {
        text.append(line).append('\n');
    }
}
