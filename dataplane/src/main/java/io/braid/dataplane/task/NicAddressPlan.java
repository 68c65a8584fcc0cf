package io.braid.dataplane.task;

import io.braid.dataplane.config.UplinkConfig;
import io.braid.dataplane.net.IpAddress;
import io.braid.dataplane.net.IpPrefix;
import io.braid.dataplane.net.Ipv4Address;
import io.braid.dataplane.net.Ipv6Address;
import io.braid.dataplane.port.UplinkPlaces;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Gives a task one address from each container prefix of each uplink: the lowest that is free. A prefix with no address left gives none, which the caller
 * learns from the shorter list; the task then cannot be bound to that uplink in that family.
 *
 * <p>An IPv4 prefix's first and last address are left out up to /30, an IPv6 prefix's first (the subnet-router anycast address, RFC 4291) up to /126.
 */
final class NicAddressPlan {
    private NicAddressPlan() {}

    /**
     * The addresses of a task.
     *
     * @param taken those of other tasks
     * @param before what it had, which it gets again where that is possible
     */
    static List<NicAddress> assign(UplinkPlaces uplinks, Set<IpAddress> taken, List<NicAddress> before) {
        var list = new ArrayList<NicAddress>();
        for (int index = 0; index < uplinks.size(); index++) {
            UplinkConfig config = uplinks.at(index);
            for (IpPrefix prefix : config == null ? List.<IpPrefix>of() : config.containerPrefixes()) {
                int uplink = index;
                Optional<IpAddress> again = before.stream()
                        .filter(nic -> nic.uplink() == uplink && prefix.contains(nic.address()))
                        .map(NicAddress::address)
                        .filter(address -> !taken.contains(address))
                        .findFirst();
                Optional<IpAddress> free = again.isPresent() ? again : firstFree(prefix, taken);
                if (free.isPresent()) {
                    list.add(new NicAddress(index, free.get()));
                }
            }
        }
        return list;
    }

    private static Optional<IpAddress> firstFree(IpPrefix prefix, Set<IpAddress> taken) {
        int spare = prefix.address().width() - prefix.length();
        boolean roomy = spare >= 2;
        IpAddress last = prefix.last();
        IpAddress candidate = roomy ? next(prefix.address()) : prefix.address();
        // At most as many steps as there are tasks: every taken address is one of theirs.
        while (prefix.contains(candidate)) {
            boolean broadcast = roomy && candidate instanceof Ipv4Address && candidate.equals(last);
            if (!broadcast && !taken.contains(candidate)) {
                return Optional.of(candidate);
            }
            if (candidate.equals(last)) {
                break;
            }
            candidate = next(candidate);
        }
        return Optional.empty();
    }

    private static IpAddress next(IpAddress address) {
        return switch (address) {
            case Ipv4Address ipv4 -> new Ipv4Address(ipv4.bits() + 1);
            case Ipv6Address ipv6 -> new Ipv6Address(ipv6.low() == -1 ? ipv6.high() + 1 : ipv6.high(), ipv6.low() + 1);
        };
    }
}
