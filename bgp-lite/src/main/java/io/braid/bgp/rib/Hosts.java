package io.braid.bgp.rib;

import io.braid.bgp.wire.Family;
import io.braid.bgp.wire.IpAddress;
import io.braid.bgp.wire.Prefix;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The task IPs of both families and the prefixes that they may come from. Guarded by the lock of {@link Announcements}.
 */
final class Hosts {
    /** Told of an address that is announced from now on, or no more. */
    interface Change {
        void of(Family family, int slot);
    }

    /** Whether no peer has a route to the address. */
    interface Gone {
        boolean test(Family family, int slot);
    }

    private final Map<Family, HostTable> tables = new EnumMap<>(Family.class);
    private List<Prefix> prefixes;

    Hosts(Collection<Prefix> prefixes) {
        this.prefixes = List.copyOf(prefixes);
        for (Family family : Family.values()) {
            tables.put(family, new HostTable());
        }
    }

    HostTable table(Family family) {
        HostTable table = tables.get(family);
        if (table == null) {
            throw new IllegalStateException("no table of " + family);
        }
        return table;
    }

    List<Prefix> prefixes() {
        return prefixes;
    }

    boolean isInside(IpAddress ip) {
        return prefixes.stream().anyMatch(p -> p.contains(ip));
    }

    /**
     * Refuses an address that may not be announced.
     *
     * @throws IllegalArgumentException always, if it may not
     */
    void check(IpAddress ip) {
        if (!ip.isHost()) {
            throw new IllegalArgumentException(ip + " cannot be announced: it is no address of a host");
        }
        if (!isInside(ip)) {
            throw new OutsidePrefixesException(ip, prefixes);
        }
    }

    /** Sets or clears what is known of an address. */
    void set(IpAddress ip, int flag, boolean on, Gone gone, Change change) {
        Family family = Family.unicast(ip.afi());
        HostTable table = table(family);
        int slot = table.slot(ip);
        if (on) {
            check(ip);
            slot = table.slotFor(ip, s -> gone.test(family, s));
        }
        if (slot >= 0 && table.flag(slot, flag, on)) {
            change.of(family, slot);
        }
    }

    void prefixes(Collection<Prefix> now, Change change) {
        prefixes = List.copyOf(now);
        tables.forEach((family, table) -> {
            for (int slot = 0; slot < table.size(); slot++) {
                boolean outside = !isInside(table.prefix(slot).address());
                if (table.flag(slot, HostTable.OUTSIDE, outside)) {
                    change.of(family, slot);
                }
            }
        });
    }

    Set<IpAddress> leased() {
        var result = new HashSet<IpAddress>();
        for (HostTable table : tables.values()) {
            for (int slot = 0; slot < table.size(); slot++) {
                if (table.has(slot, HostTable.LEASED)) {
                    result.add(table.prefix(slot).address());
                }
            }
        }
        return result;
    }
}
