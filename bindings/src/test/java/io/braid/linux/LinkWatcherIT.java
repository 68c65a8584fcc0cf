package io.braid.linux;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The watcher against the kernel: a veth pair in a namespace of its own. */
final class LinkWatcherIT {
    private static final long MAC = 0x02_b1_00_00_00_01L;

    private @Nullable TestNamespace created;

    @BeforeEach
    void make() {
        created = new TestNamespace("l");
        created.interfaces.addVeth("up0", "sw0");
    }

    @AfterEach
    void delete() {
        if (created != null) {
            created.close();
        }
    }

    private TestNamespace ns() {
        return java.util.Objects.requireNonNull(created);
    }

    @Test
    void seesEveryChangeOfALink() throws Exception {
        Interfaces ip = ns().interfaces;
        try (LinkWatcher watcher = LinkWatcher.open(ns().namespace)) {
            Seen seen = new Seen();
            TestNamespace.until("initial dump", () -> step(watcher, seen) && watcher.isSynced());
            assertEquals(Set.of("lo", "up0", "sw0"), names(watcher));
            LinkState down = require(watcher, "up0");
            assertFalse(down.adminUp() || down.carrier() || down.usable());
            assertEquals(1500, down.mtu());

            ip.setUp("up0");
            TestNamespace.until(
                    "admin up",
                    () -> step(watcher, seen) && require(watcher, "up0").adminUp());
            assertFalse(require(watcher, "up0").carrier(), "the peer is still down");
            ip.setUp("sw0");
            TestNamespace.until(
                    "usable",
                    () -> step(watcher, seen) && require(watcher, "up0").usable());
            ip.setDown("sw0");
            TestNamespace.until(
                    "carrier lost",
                    () -> step(watcher, seen) && !require(watcher, "up0").carrier());
            assertTrue(require(watcher, "up0").adminUp());
            ip.setUp("sw0");
            TestNamespace.until(
                    "carrier back",
                    () -> step(watcher, seen) && require(watcher, "up0").usable());

            ip.setMac("up0", MAC);
            TestNamespace.until(
                    "MAC", () -> step(watcher, seen) && require(watcher, "up0").mac() == MAC);
            ip.setMtu("up0", 9000);
            TestNamespace.until(
                    "MTU", () -> step(watcher, seen) && require(watcher, "up0").mtu() == 9000);
            ip.setDown("up0");
            ip.rename("up0", "nic0");
            TestNamespace.until("name", () -> step(watcher, seen) && watcher.get("nic0") != null);
            assertEquals(down.index(), require(watcher, "nic0").index());

            seen.removed.clear();
            ip.delete("nic0");
            TestNamespace.until("deletion", () -> step(watcher, seen) && watcher.get("nic0") == null);
            TestNamespace.until("both ends", () -> step(watcher, seen) && seen.removed.size() == 2);
            assertEquals(Set.of("nic0", "sw0"), new HashSet<>(seen.removed));
            assertEquals(0, watcher.malformedMessages());
            assertEquals(0, watcher.overruns());
            assertNull(watcher.get(down.index()));
        }
    }

    @Test
    void leavingABridgeIsNoDeletionAndLeavingTheNamespaceIs() throws Exception {
        Interfaces ip = ns().interfaces;
        try (LinkWatcher watcher = LinkWatcher.open(ns().namespace);
                TestNamespace other = new TestNamespace("o")) {
            Seen seen = new Seen();
            ip.run("link", "add", "br0", "type", "bridge");
            ip.run("link", "set", "up0", "master", "br0");
            ip.run("link", "set", "up0", "nomaster");
            ip.run("link", "set", "up0", "mtu", "1400");
            TestNamespace.until(
                    "events",
                    () -> step(watcher, seen)
                            && watcher.get("up0") != null
                            && require(watcher, "up0").mtu() == 1400);
            assertEquals(List.of(), seen.removed);

            ip.moveToNamespace("up0", other.name);
            TestNamespace.until("moved away", () -> step(watcher, seen) && seen.removed.contains("up0"));
            assertTrue(other.interfaces.exists("up0"));
        }
    }

    @Test
    void anOverrunIsReportedAndRecoveredFrom() throws Exception {
        Interfaces ip = ns().interfaces;
        try (LinkWatcher watcher = LinkWatcher.open(ns().namespace, 4096)) {
            Seen seen = new Seen();
            TestNamespace.until("initial dump", () -> step(watcher, seen) && watcher.isSynced());
            List<String> storm = new ArrayList<>();
            for (int i = 0; i < 300; i++) {
                storm.add("link set dev up0 mtu " + (1500 + i % 100));
            }
            storm.add("link set dev up0 mtu 1234");
            ip.batch(storm); // nobody polls meanwhile
            TestNamespace.until(
                    "resync",
                    () -> step(watcher, seen)
                            && watcher.isSynced()
                            && require(watcher, "up0").mtu() == 1234);
            assertTrue(watcher.overruns() > 0);
            assertTrue(seen.overruns > 0);
            assertTrue(seen.syncs >= 2);
        }
    }

    @Test
    void aMessageFromAnotherProcessIsNotBelieved() throws Exception {
        try (LinkWatcher watcher = LinkWatcher.open(ns().namespace)) {
            Seen seen = new Seen();
            TestNamespace.until("initial dump", () -> step(watcher, seen) && watcher.isSynced());
            // The kernel gives the process's first netlink socket in a namespace the process id as its address.
            byte[] forged = Rtnetlink.link(17, 0, 0, require(watcher, "up0").index(), "up0", 0, 1500, 1);
            int pid = (int) ProcessHandle.current().pid();
            assertTrue(ns().namespace.run(() -> ForgedNetlink.send(pid, forged)) > 0);
            TestNamespace.until("forged datagram", () -> step(watcher, seen) && watcher.foreignDatagrams() == 1);
            assertNotNull(watcher.get("up0"));
        }
    }

    @Test
    void aClosedWatcherSaysSo() {
        LinkWatcher watcher = LinkWatcher.open();
        watcher.close();
        watcher.close();
        assertThrows(IllegalStateException.class, () -> watcher.poll(new Seen()));
    }

    private static boolean step(LinkWatcher watcher, Seen seen) {
        watcher.poll(seen);
        return true;
    }

    private static LinkState require(LinkWatcher watcher, String name) {
        LinkState state = watcher.get(name);
        if (state == null) {
            throw new AssertionError("no link " + name + " in " + watcher.snapshot());
        }
        return state;
    }

    private static Set<String> names(LinkWatcher watcher) {
        Set<String> names = new HashSet<>();
        watcher.snapshot().values().forEach(state -> names.add(state.name()));
        return names;
    }

    private static final class Seen implements NetlinkListener<LinkState> {
        private final List<String> removed = new ArrayList<>();
        private int overruns;
        private int syncs;

        @Override
        public void changed(LinkState now, @Nullable LinkState previous) {
            assertFalse(now.equals(previous), "reported without a change: " + now);
        }

        @Override
        public void removed(LinkState last) {
            removed.add(last.name());
        }

        @Override
        public void overrun() {
            overruns++;
        }

        @Override
        public void synced() {
            syncs++;
        }
    }
}
