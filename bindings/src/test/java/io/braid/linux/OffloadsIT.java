package io.braid.linux;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

final class OffloadsIT {
    @BeforeAll
    static void root() {
        TestNamespace.requireRoot();
    }

    private static List<String> left(String iface) {
        return Offloads.active(iface).stream()
                .filter(name -> name.startsWith("tx-checksum") || name.startsWith("tx-tcp"))
                .toList();
    }

    @Test
    void aVethFinishesWhatItSendsAndKeepsTheRest() {
        try (TestNamespace ns = new TestNamespace("o")) {
            Interfaces.in(ns.namespace.reference()).addVeth("va", "vb");
            List<String> after = ns.namespace.run(() -> {
                assertFalse(left("va").isEmpty(), "a veth leaves both to whoever reads it");
                Offloads.finishSending("va");
                assertEquals(List.of(), left("va"));
                assertTrue(Offloads.active("va").contains("tx-generic-segmentation"), "cut late, but cut");
                assertFalse(left("vb").isEmpty(), "the other end is as it was");
                Offloads.finishSending("va");
                return left("va");
            });
            assertEquals(List.of(), after, "twice is as good as once");
        }
    }

    @Test
    void aNamespaceWithoutANameEndsWithWhatItHolds() throws Exception {
        try (TestNamespace ns = new TestNamespace("n")) {
            Interfaces named = Interfaces.in(ns.namespace.reference());
            try (NetworkNamespace nameless = NetworkNamespace.create()) {
                assertFalse(nameless.isSameAs(ns.namespace));
                assertEquals(
                        1,
                        Interfaces.in(nameless.reference())
                                .run("-o", "link")
                                .lines()
                                .count(),
                        "lo alone");
                named.run("link", "add", "va", "type", "veth", "peer", "name", "va", "netns", nameless.reference());
                assertTrue(named.exists("va"));
            }
            long end = System.nanoTime() + 10_000_000_000L;
            while (named.exists("va")) {
                assertTrue(System.nanoTime() < end, "its veth is still there");
                Thread.sleep(10);
            }
        }
    }

    @Test
    void whatIsNotThereIsRefused() {
        assertThrows(LinuxException.class, () -> Offloads.finishSending("no-such-iface"));
        assertThrows(LinuxException.class, () -> Offloads.active("no-such-iface"));
        assertThrows(IllegalArgumentException.class, () -> Offloads.finishSending("sixteen-letters-"));
        assertThrows(IllegalArgumentException.class, () -> Offloads.finishSending(""));
    }
}
