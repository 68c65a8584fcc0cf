package io.braid.perf.lab;

import java.util.Locale;

/**
 * FRR's configuration of the rack switch and of the spine switch behind it.
 *
 * <p>The rack switch speaks with the host over every uplink, IPv4 routes over IPv4 and IPv6 routes over IPv6. It tells
 * the host a default route only, takes nothing from it but task addresses, and would tell the spine all that it knows:
 * whatever the spine does not learn, it does not learn because the host said so.
 */
final class SwitchConfig {
    /**
     * With next hops as objects of their own, a route whose port was down for a moment stays one next hop short in the
     * kernel while FRR says that all are back.
     */
    static final String ZEBRA = "no zebra nexthop kernel enable\n";

    /** Names of BFD's profile here and in {@link #bgpd}. */
    static final String BFD = """
            bfd
             profile fast
              transmit-interval 50
              receive-interval 50
              detect-multiplier 3
            """;

    private SwitchConfig() {}

    /** The rack switch's bgpd. */
    static String bgpd(LabPlan plan) {
        return """
                ip prefix-list tasks permit %s ge 32
                ipv6 prefix-list tasks permit %s ge 128
                ip prefix-list nothing deny any
                ipv6 prefix-list nothing deny any
                router bgp %d
                 bgp router-id %s
                 bgp log-neighbor-changes
                 no bgp default ipv4-unicast
                 no bgp ebgp-requires-policy
                 timers bgp 1 3
                %s%s address-family ipv4 unicast
                  maximum-paths 8
                  network %s
                %s exit-address-family
                 address-family ipv6 unicast
                  maximum-paths 8
                  network %s
                %s exit-address-family
                """.formatted(
                        plan.taskPrefix(Family.V4),
                        plan.taskPrefix(Family.V6),
                        LabPlan.TOR_AS,
                        plan.storageGateway(Family.V4),
                        hosts(plan),
                        neighbor(plan.spineAddress(Family.V4), LabPlan.SPINE_AS)
                                + neighbor(plan.spineAddress(Family.V6), LabPlan.SPINE_AS),
                        plan.storagePrefix(Family.V4),
                        family(plan, Family.V4),
                        plan.storagePrefix(Family.V6),
                        family(plan, Family.V6));
    }

    private static String hosts(LabPlan plan) {
        var text = new StringBuilder();
        for (Family family : Family.values()) {
            String group = group(family);
            text.append(" neighbor ").append(group).append(" peer-group\n");
            text.append(neighbor(group, LabPlan.HOST_AS));
            text.append(" neighbor ").append(group).append(" bfd profile fast\n");
            for (int i = 0; i < plan.uplinks(); i++) {
                text.append(" neighbor ").append(plan.hostAddress(i, family));
                text.append(" peer-group ").append(group).append('\n');
            }
        }
        return text.toString();
    }

    private static String family(LabPlan plan, Family family) {
        return """
                  neighbor HOSTS activate
                  neighbor HOSTS prefix-list tasks in
                  neighbor HOSTS prefix-list nothing out
                  neighbor HOSTS default-originate
                  neighbor HOSTS maximum-prefix 1000
                  neighbor SPINE activate
                """.replace("HOSTS", group(family)).replace("SPINE", plan.spineAddress(family));
    }

    static String group(Family family) {
        return "hosts-" + family.name().toLowerCase(Locale.ROOT);
    }

    private static String neighbor(String who, long as) {
        return """
                 neighbor WHO remote-as AS
                 neighbor WHO timers connect 1
                 neighbor WHO advertisement-interval 0
                """.replace("WHO", who).replace("AS", Long.toString(as));
    }

    /** The spine switch's bgpd. */
    static String spineBgpd(LabPlan plan) {
        String v4 = plan.torSpineAddress(Family.V4);
        String v6 = plan.torSpineAddress(Family.V6);
        return """
                router bgp %d
                 bgp router-id %s
                 bgp log-neighbor-changes
                 no bgp default ipv4-unicast
                 no bgp ebgp-requires-policy
                 timers bgp 1 3
                %s address-family ipv4 unicast
                  neighbor %s activate
                 exit-address-family
                 address-family ipv6 unicast
                  neighbor %s activate
                 exit-address-family
                """.formatted(
                        LabPlan.SPINE_AS,
                        plan.spineAddress(Family.V4),
                        neighbor(v4, LabPlan.TOR_AS) + neighbor(v6, LabPlan.TOR_AS),
                        v4,
                        v6);
    }
}
