package io.braid.linux;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class RouteWatcherIT {
    private final List<String> removed = new ArrayList<>();
    private final NetlinkListener<RouteState> listener = new NetlinkListener<>() {
        @Override
        public void changed(RouteState now, @Nullable RouteState previous) {}

        @Override
        public void removed(RouteState last) {
            removed.add(last.key().destination().getHostAddress());
        }
    };

    @Test
    void seesMultipathRoutesOfBothFamiliesLoseNextHopsAndGo() throws Exception {
        try (TestNamespace ns = new TestNamespace("r")) {
            Interfaces ip = ns.interfaces;
            for (int i = 0; i < 2; i++) {
                ip.addVeth("up" + i, "sw" + i);
                ip.setUp("up" + i);
                ip.setUp("sw" + i);
                ip.addAddress("up" + i, InetAddress.getByName("192.0.2." + 2 * i), 31);
                ip.run("addr", "add", "2001:db8:" + i + "::1/64", "dev", "up" + i, "nodad");
            }
            ip.batch(List.of(
                    "route add 10.100.0.1/32 metric 20 nexthop via 192.0.2.1 nexthop via 192.0.2.3",
                    "route add 2001:db8:100::1/128 metric 20 nexthop via 2001:db8:0::2 nexthop via 2001:db8:1::2"));
            var v4 = new RouteState.Key(InetAddress.getByName("10.100.0.1"), 32, RouteState.MAIN_TABLE, 20);
            var v6 = new RouteState.Key(InetAddress.getByName("2001:db8:100::1"), 128, RouteState.MAIN_TABLE, 20);
            try (RouteWatcher watcher = RouteWatcher.open(ns.namespace)) {
                TestNamespace.until("dump", () -> watcher.poll(listener) >= 0 && watcher.isSynced());
                RouteState found =
                        java.util.Objects.requireNonNull(watcher.snapshot().get(v4));
                assertEquals(
                        List.of("192.0.2.1", "192.0.2.3"),
                        found.nextHops().stream()
                                .map(hop -> hop.gateway() == null
                                        ? ""
                                        : hop.gateway().getHostAddress())
                                .toList());
                assertEquals(2, found.liveNextHops());
                assertEquals(2, live(watcher, v6));

                // The kernel tells no one of this for IPv4.
                ip.run("link", "set", "up1", "down");
                TestNamespace.until("IPv4 next hop dead", () -> resynced(watcher, v4) == 1);
                TestNamespace.until("IPv6 next hop dead", () -> resynced(watcher, v6) == 1);
                ip.setUp("up1");
                TestNamespace.until("IPv4 next hop back", () -> resynced(watcher, v4) == 2);
                TestNamespace.until("IPv6 next hop back", () -> resynced(watcher, v6) == 2);

                ip.run(
                        "-6",
                        "route",
                        "del",
                        "2001:db8:100::1/128",
                        "metric",
                        "20",
                        "via",
                        "2001:db8:0::2",
                        "dev",
                        "up0");
                TestNamespace.until(
                        "one IPv6 next hop left", () -> watcher.poll(listener) >= 0 && live(watcher, v6) == 1);
                ip.run("route", "del", "10.100.0.1/32");
                TestNamespace.until("IPv4 route gone", () -> watcher.poll(listener) >= 0 && live(watcher, v4) == 0);
                assertEquals(
                        List.of("10.100.0.1"),
                        removed.stream().filter(text -> text.startsWith("10.")).toList());
                assertEquals(0, watcher.malformedMessages());
            }
        }
    }

    private int resynced(RouteWatcher watcher, RouteState.Key key) {
        watcher.resync();
        watcher.poll(listener);
        return live(watcher, key);
    }

    private static int live(RouteWatcher watcher, RouteState.Key key) {
        RouteState state = watcher.snapshot().get(key);
        return state == null ? 0 : state.liveNextHops();
    }
}
