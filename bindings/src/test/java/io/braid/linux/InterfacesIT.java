package io.braid.linux;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.util.List;
import org.junit.jupiter.api.Test;

/** iproute2 and sysctl against the kernel, in namespaces given by name and by path. */
final class InterfacesIT {
    @Test
    void setsUpAnInterfaceInANamespaceGivenByPath() throws Exception {
        try (TestNamespace host = new TestNamespace("h");
                TestNamespace task = new TestNamespace("t")) {
            // /proc/PID/ns/net is how a container's namespace is given; a sleeping process stands for the container.
            Process container = new ProcessBuilder("ip", "netns", "exec", task.name, "sleep", "30").start();
            try {
                String path = "/proc/" + container.pid() + "/ns/net";
                TestNamespace.until("process entered", () -> {
                    try (NetworkNamespace entered = NetworkNamespace.open(path)) {
                        return entered.isSameAs(task.namespace);
                    }
                });
                host.interfaces.addVeth("dtap0", "sw0");
                host.interfaces.moveToNamespace("dtap0", path);
                assertFalse(host.interfaces.exists("dtap0"));

                Interfaces inside = Interfaces.in(path);
                inside.rename("dtap0", "eth0");
                inside.setMac("eth0", 0x02_00_00_00_00_09L);
                inside.setMtu("eth0", 9000);
                inside.setUp("eth0");
                inside.addAddress("eth0", InetAddress.getByName("10.100.0.1"), 32);
                inside.addAddress("eth0", InetAddress.getByName("10.100.0.1"), 32);
                inside.addAddress("eth0", InetAddress.getByName("2001:db8:100::1"), 128);
                inside.addDefaultRoute("eth0", InetAddress.getByName("169.254.0.1"));
                inside.addDefaultRoute("eth0", InetAddress.getByName("fe80::1"));

                String link = task.interfaces.run("link", "show", "eth0");
                assertTrue(link.contains("mtu 9000") && link.contains("02:00:00:00:00:09"), link);
                String v4 = task.interfaces.run("-4", "route", "show", "default");
                assertTrue(v4.contains("via 169.254.0.1 dev eth0") && v4.contains("onlink"), v4);
                String v6 = task.interfaces.run("-6", "route", "show", "default");
                assertTrue(v6.contains("via fe80::1 dev eth0") && v6.contains("onlink"), v6);
                String addresses = task.interfaces.run("-o", "addr", "show", "eth0");
                assertTrue(addresses.contains("10.100.0.1/32"), addresses);
                assertTrue(addresses.contains("2001:db8:100::1/128"), addresses);
                assertFalse(addresses.contains("2001:db8:100::1/128 scope global tentative"), "nodad");

                inside.setDown("eth0");
                inside.delete("eth0");
                assertFalse(task.interfaces.exists("eth0"));
            } finally {
                container.destroy();
                container.waitFor();
            }
        }
    }

    @Test
    void failuresCarryCommandAndMessage() {
        try (TestNamespace ns = new TestNamespace("x")) {
            IpCommandException e = assertThrows(IpCommandException.class, () -> ns.interfaces.setUp("nope0"));
            assertEquals("ip -n " + ns.name + " link set dev nope0 up", e.command());
            assertTrue(e.stderr().contains("Cannot find device"), e.stderr());
            assertEquals(1, e.exitCode());

            IpCommandException line = assertThrows(
                    IpCommandException.class,
                    () -> ns.interfaces.batch(List.of("link set lo up", "link set nope0 up", "link set lo down")));
            assertTrue(line.stderr().contains(":2"), line.stderr());
            ns.interfaces.batch(List.of());
        }
    }

    @Test
    void sysctlIsPerNamespaceAndGoesBack() {
        try (TestNamespace ns = new TestNamespace("s")) {
            Sysctl inside = Sysctl.in(ns.namespace);
            String before = Sysctl.host().read("net.ipv4.ip_forward");
            inside.write("net.ipv4.ip_forward", "0");
            try (var _ = inside.writeUntilClosed("net.ipv4.ip_forward", "1")) {
                assertEquals("1", inside.read("net/ipv4/ip_forward"));
                assertEquals(before, Sysctl.host().read("net.ipv4.ip_forward"));
            }
            assertEquals("0", inside.read("net.ipv4.ip_forward"));
            UncheckedIOException refused =
                    assertThrows(UncheckedIOException.class, () -> inside.write("net.ipv4.ip_forward", "many"));
            assertTrue(String.valueOf(refused.getMessage()).contains("'many'"), refused.getMessage());
            assertThrows(UncheckedIOException.class, () -> inside.write("net.ipv4.no_such", "1"));
        }
    }
}
