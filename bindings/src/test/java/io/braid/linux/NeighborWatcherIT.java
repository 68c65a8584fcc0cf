package io.braid.linux;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class NeighborWatcherIT {
    private static final long FIRST = 0x02_b1_00_00_00_02L;
    private static final long SECOND = 0x02_b1_00_00_00_03L;

    @Test
    void seesNeighborsOfBothFamiliesComeChangeAndGo() throws Exception {
        try (TestNamespace ns = new TestNamespace("n")) {
            Interfaces ip = ns.interfaces;
            ip.addVeth("up0", "sw0");
            ip.setUp("up0");
            ip.setUp("sw0");
            ip.addAddress("up0", InetAddress.getByName("192.0.2.1"), 24);
            ip.addAddress("up0", InetAddress.getByName("2001:db8::1"), 64);
            int index = Integer.parseInt(ip.run("-o", "link", "show", "up0").replaceFirst(":.*\n?", ""));
            for (String address : new String[] {"192.0.2.7", "2001:db8::7"}) {
                check(ns, index, address);
            }
        }
    }

    private static void check(TestNamespace ns, int index, String text) throws Exception {
        InetAddress address = InetAddress.getByName(text);
        Interfaces ip = ns.interfaces;
        ip.run("neigh", "add", text, "lladdr", MacText.format(FIRST), "dev", "up0", "nud", "permanent");
        try (NeighborWatcher watcher = NeighborWatcher.open(ns.namespace)) {
            List<String> removed = new ArrayList<>();
            NetlinkListener<NeighborState> listener = new NetlinkListener<>() {
                @Override
                public void changed(NeighborState now, @Nullable NeighborState previous) {}

                @Override
                public void removed(NeighborState last) {
                    removed.add(last.address().getHostAddress());
                }
            };
            TestNamespace.until("dump", () -> watcher.poll(listener) >= 0 && watcher.isSynced());
            NeighborState found = java.util.Objects.requireNonNull(watcher.get(index, address));
            assertEquals(FIRST, found.mac());
            assertEquals(NeighborState.NUD_PERMANENT, found.nud());
            assertTrue(found.resolved());

            ip.run("neigh", "replace", text, "lladdr", MacText.format(SECOND), "dev", "up0", "nud", "reachable");
            TestNamespace.until(
                    "change", () -> watcher.poll(listener) >= 0 && macOf(watcher, index, address) == SECOND);
            ip.run("neigh", "del", text, "dev", "up0");
            TestNamespace.until("deletion", () -> watcher.poll(listener) >= 0 && macOf(watcher, index, address) == -1);
            assertTrue(removed.contains(address.getHostAddress()), removed.toString());
            assertEquals(0, watcher.malformedMessages());
        }
    }

    private static long macOf(NeighborWatcher watcher, int index, InetAddress address) {
        NeighborState state = watcher.get(index, address);
        return state == null ? -1 : state.mac();
    }
}
