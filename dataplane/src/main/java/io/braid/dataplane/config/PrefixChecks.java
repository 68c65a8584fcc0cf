package io.braid.dataplane.config;

import io.braid.dataplane.net.InterfaceAddress;
import io.braid.dataplane.net.IpAddress;
import io.braid.dataplane.net.IpPrefix;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Checks that the prefixes given to tasks are usable, apart from each other, and apart from the uplinks' own
 * addresses.
 */
final class PrefixChecks {
    /** Ranges that no task can have an address in: RFC 6890 and its registries. */
    private static final List<IpPrefix> SPECIAL = Stream.of(
                    "0.0.0.0/8",
                    "127.0.0.0/8",
                    "169.254.0.0/16",
                    "224.0.0.0/4",
                    "240.0.0.0/4",
                    "::/127",
                    "::ffff:0:0/96",
                    "fe80::/10",
                    "ff00::/8")
            .map(IpPrefix::parse)
            .toList();

    private final Bound bound;
    private final Problems problems;

    PrefixChecks(Bound bound, Problems problems) {
        this.bound = bound;
        this.problems = problems;
    }

    void run() {
        var prefixes = new ArrayList<Bound.At<IpPrefix>>();
        for (String uplink : bound.paths("uplinks")) {
            prefixes.addAll(bound.list(uplink + ".container-prefixes", IpPrefix.class));
        }
        prefixes.addAll(bound.list("tasks.prefixes", IpPrefix.class));
        for (int i = 0; i < prefixes.size(); i++) {
            var prefix = prefixes.get(i);
            SPECIAL.stream()
                    .filter(special -> special.overlaps(prefix.value()))
                    .findFirst()
                    .ifPresent(special -> report(
                            prefix,
                            "expected unicast addresses, found " + prefix.value()
                                    + ", which overlaps the special range " + special));
            prefixes.subList(0, i).stream()
                    .filter(other -> other.value().overlaps(prefix.value()))
                    .findFirst()
                    .ifPresent(other -> report(
                            prefix,
                            "expected a prefix apart from the others, found " + prefix.value() + ", which overlaps "
                                    + other.value() + " of " + other.path()));
        }
        checkUplinkAddresses(prefixes);
        bound.list("tasks.allocate", IpPrefix.class).forEach(this::checkSlice);
    }

    /** A slice lies in the tasks' prefixes as a whole. */
    private void checkSlice(Bound.At<IpPrefix> slice) {
        var prefixes = bound.list("tasks.prefixes", IpPrefix.class);
        boolean inside = prefixes.stream()
                .anyMatch(prefix -> prefix.value().length() <= slice.value().length()
                        && prefix.value().contains(slice.value().address()));
        if (!inside) {
            report(slice, "expected a part of one of tasks.prefixes, found " + slice.value());
        }
    }

    private void checkUplinkAddresses(List<Bound.At<IpPrefix>> prefixes) {
        for (String uplink : bound.paths("uplinks")) {
            for (var own : bound.list(uplink + ".addresses", InterfaceAddress.class)) {
                outside(own.path(), own.value().address(), prefixes);
            }
            for (var gateway : bound.list(uplink + ".gateways", IpAddress.class)) {
                outside(gateway.path(), gateway.value(), prefixes);
            }
        }
    }

    private void outside(String path, IpAddress address, List<Bound.At<IpPrefix>> prefixes) {
        prefixes.stream()
                .filter(prefix -> prefix.value().contains(address))
                .findFirst()
                .ifPresent(prefix -> problems.add(
                        bound.position(path),
                        path,
                        "expected an address that no task can get, found " + address + " in " + prefix.value() + " of "
                                + prefix.path()));
    }

    private void report(Bound.At<IpPrefix> prefix, String message) {
        problems.add(bound.position(prefix.path()), prefix.path(), message);
    }
}
