package io.braid.perf.lab;

/**
 * FRR on the host's side of the sessions with the rack switch: what Braid says to the switch, said by another, so that
 * the switch can be tried without Braid.
 */
final class FrrHost {
    private final Lab lab;

    FrrHost(Lab lab) {
        this.lab = lab;
    }

    /** Announces the addresses of task 1 with NO_EXPORT, those of task 2 without, and those of storage, which are none of a task. */
    void start() throws InterruptedException {
        LabPlan plan = lab.plan();
        new KernelHost(lab).start();
        var frr = new Frr(lab, plan.host(), "host");
        frr.startZebra(SwitchConfig.ZEBRA);
        frr.start("bfdd", SwitchConfig.BFD);
        var bgpd = new StringBuilder("""
                ip prefix-list first permit 10.100.0.1/32
                ipv6 prefix-list first permit 2001:db8:100::1/128
                route-map rack permit 10
                 match ip address prefix-list first
                 set community no-export
                route-map rack permit 20
                 match ipv6 address prefix-list first
                 set community no-export
                route-map rack permit 30
                router bgp 65017
                 bgp router-id 192.0.2.1
                 no bgp default ipv4-unicast
                 no bgp ebgp-requires-policy
                 no bgp network import-check
                 timers bgp 1 3
                """);
        for (int i = 0; i < plan.uplinks(); i++) {
            for (Family family : Family.values()) {
                bgpd.append("""
                         neighbor TOR remote-as 65000
                         neighbor TOR timers connect 1
                         neighbor TOR advertisement-interval 0
                         neighbor TOR bfd profile fast
                        """.replace("TOR", plan.torAddress(i, family)));
            }
        }
        for (Family family : Family.values()) {
            bgpd.append(" address-family ")
                    .append(family == Family.V4 ? "ipv4" : "ipv6")
                    .append(" unicast\n");
            int bits = family.hostBits();
            bgpd.append("  network %s/%d\n".formatted(plan.taskAddress(1, family), bits));
            bgpd.append("  network %s/%d\n".formatted(plan.taskAddress(2, family), bits));
            bgpd.append("  network %s/%d\n".formatted(plan.storageAddress(family), bits));
            for (int i = 0; i < plan.uplinks(); i++) {
                bgpd.append("""
                          neighbor TOR activate
                          neighbor TOR route-map rack out
                        """.replace("TOR", plan.torAddress(i, family)));
            }
            bgpd.append(" exit-address-family\n");
        }
        frr.start("bgpd", bgpd.toString());
    }
}
