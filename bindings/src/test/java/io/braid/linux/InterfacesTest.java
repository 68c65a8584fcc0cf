package io.braid.linux;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetAddress;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is refused before any command is run, and the command lines. */
final class InterfacesTest {
    @Test
    void namesGoThroughIpAndPathsThroughNsenter() {
        List<String> show = List.of("link", "show");
        assertEquals(List.of("ip", "link", "show"), new IpCommand(null).commandLine(show));
        assertEquals(List.of("ip", "-n", "t1", "link", "show"), new IpCommand("t1").commandLine(show));
        assertEquals(
                List.of("nsenter", "--net=/proc/7/ns/net", "ip", "link", "show"),
                new IpCommand("/proc/7/ns/net").commandLine(show));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "-all", "a b", "a\nb", "sixteen-letters!", "abcdefghijklmnop", "a/b", ".", "..", "é"})
    void refusesWhatIsNoInterfaceName(String name) {
        assertThrows(IllegalArgumentException.class, () -> Interfaces.host().setUp(name));
    }

    @Test
    void refusesImpossibleValues() throws Exception {
        Interfaces host = Interfaces.host();
        InetAddress v4 = InetAddress.getByName("192.0.2.1");
        assertThrows(IllegalArgumentException.class, () -> host.setMtu("up0", 67));
        assertThrows(IllegalArgumentException.class, () -> host.setMtu("up0", 65536));
        assertThrows(IllegalArgumentException.class, () -> host.addAddress("up0", v4, 33));
        assertThrows(IllegalArgumentException.class, () -> host.addAddress("up0", v4, -1));
        assertThrows(IllegalArgumentException.class, () -> host.batch(List.of("link show\nlink show")));
        assertThrows(IllegalArgumentException.class, () -> Interfaces.in("no-such-namespace"));
        assertThrows(IllegalArgumentException.class, () -> Interfaces.in(""));
        assertThrows(IllegalArgumentException.class, () -> host.moveToNamespace("up0", "/proc/none/ns/net"));
    }

    @Test
    void sysctlKeysInBothForms() {
        assertEquals(Path.of("/proc/sys/net/ipv4/ip_forward"), Sysctl.path("net.ipv4.ip_forward"));
        assertEquals(
                Path.of("/proc/sys/net/ipv4/conf/eth0.5/rp_filter"), Sysctl.path("net/ipv4/conf/eth0.5/rp_filter"));
        for (String key : new String[] {"", "/etc/passwd", "../../etc/passwd", "net/../../x", "."}) {
            assertThrows(IllegalArgumentException.class, () -> Sysctl.path(key), key);
        }
    }

    @Test
    void sysctlErrorsSayWhatIsMissing() {
        assertTrue(!Sysctl.host().read("kernel.ostype").isEmpty());
        var e = assertThrows(
                java.io.UncheckedIOException.class, () -> Sysctl.host().read("net.ipv4.no_such_thing"));
        assertTrue(String.valueOf(e.getMessage()).contains("no such parameter"), e.getMessage());
    }
}
