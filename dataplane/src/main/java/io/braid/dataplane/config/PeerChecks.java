package io.braid.dataplane.config;

import io.braid.dataplane.net.IpAddress;
import io.braid.dataplane.net.Ipv4Address;
import io.braid.dataplane.net.MalformedValueException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Checks the BGP section against itself and against the uplinks. */
final class PeerChecks {
    /** {@code AS_TRANS}, which stands for AS numbers that do not fit in two bytes (RFC 6793). */
    private static final long AS_TRANS = 23456;

    private final Bound bound;
    private final Problems problems;

    PeerChecks(Bound bound, Problems problems) {
        this.bound = bound;
        this.problems = problems;
    }

    void run() {
        bound.find("bgp.router-id", Ipv4Address.class).ifPresent(id -> {
            if (id.value().isUnspecified()) {
                report(id.path(), "expected an identifier other than 0.0.0.0 (RFC 6286), found it");
            }
        });
        checkAsn("bgp.asn");
        Map<IpAddress, String> seen = new HashMap<>();
        for (String peer : bound.paths("bgp.peers")) {
            checkAsn(peer + ".asn");
            bound.find(peer + ".address", IpAddress.class).ifPresent(address -> {
                String first = seen.putIfAbsent(address.value(), peer);
                if (first != null) {
                    report(
                            address.path(),
                            "expected one session with each switch address, found " + address.value() + " of " + first
                                    + " again");
                }
            });
            bound.find(peer + ".uplink", String.class).ifPresent(uplink -> checkUplink(peer, uplink));
        }
    }

    private void checkAsn(String path) {
        bound.find(path, Long.class).ifPresent(asn -> {
            if (asn.value() == AS_TRANS) {
                report(path, "expected an AS number other than AS_TRANS (RFC 6793), found " + AS_TRANS);
            }
        });
    }

    private void checkUplink(String peer, Bound.At<String> uplink) {
        Map<String, String> pathByName = new HashMap<>();
        List<String> paths = bound.paths("uplinks");
        for (String path : paths) {
            bound.find(path + ".name", String.class).ifPresent(name -> pathByName.put(name.value(), path));
        }
        String path = pathByName.get(uplink.value());
        if (path == null) {
            if (!paths.isEmpty() && pathByName.size() == paths.size()) { // else the one meant may be misspelt there
                report(
                        uplink.path(),
                        new MalformedValueException(
                                        "the name of an uplink",
                                        uplink.value(),
                                        "there are: "
                                                + MalformedValueException.printable(String.join(
                                                        ", ",
                                                        pathByName.keySet().stream()
                                                                .sorted()
                                                                .toList())))
                                .getMessage());
            }
            return;
        }
        var gateways = bound.list(path + ".gateways", IpAddress.class);
        boolean known = !gateways.isEmpty() && gateways.size() == bound.size(path + ".gateways");
        bound.find(peer + ".address", IpAddress.class).ifPresent(address -> {
            if (known && gateways.stream().noneMatch(gateway -> gateway.value().equals(address.value()))) {
                report(
                        address.path(),
                        "expected a gateway of uplink " + uplink.value() + ": "
                                + String.join(
                                        " or ",
                                        gateways.stream()
                                                .map(gateway -> gateway.value().toString())
                                                .toList())
                                + ", found " + address.value());
            }
        });
    }

    private void report(String path, String message) {
        problems.add(bound.position(path), path, message);
    }
}
