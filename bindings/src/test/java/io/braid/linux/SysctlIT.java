package io.braid.linux;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.UncheckedIOException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Parameters of a namespace of its own, which are not the host's. */
class SysctlIT {
    private static final String PORTS = "net.ipv4.ip_local_port_range";
    private static final String MIN_TTL = "net.ipv4.ip_default_ttl";
    private static final String NAME = "sysctl-" + ProcessHandle.current().pid();

    @SuppressWarnings("NullAway.Init") // set before each test
    private NetworkNamespace namespace;

    private static void ip(String... arguments) throws Exception {
        var command = new java.util.ArrayList<>(java.util.List.of("ip"));
        command.addAll(java.util.List.of(arguments));
        assertEquals(0, new ProcessBuilder(command).inheritIO().start().waitFor());
    }

    @BeforeEach
    void make() throws Exception {
        assumeTrue("root".equals(System.getProperty("user.name")), "network namespaces need root");
        ip("netns", "add", NAME);
        namespace = NetworkNamespace.open(NAME);
    }

    @AfterEach
    void remove() throws Exception {
        namespace.close();
        ip("netns", "del", NAME);
    }

    @Test
    void valuesOfSeveralDigitsAreReadWhole() {
        Sysctl own = Sysctl.in(namespace);
        String host = Sysctl.host().read(MIN_TTL);
        own.write(MIN_TTL, "173");
        assertEquals("173", own.read(MIN_TTL));
        assertEquals(host, Sysctl.host().read(MIN_TTL), "the host's is its own");
        own.write(PORTS, "20000 21000");
        assertEquals("20000\t21000", own.read(PORTS));
    }

    @Test
    void whatWasThereComesBack() {
        Sysctl own = Sysctl.in(namespace);
        own.write(MIN_TTL, "211");
        try (Sysctl.Restore _ = own.writeUntilClosed(MIN_TTL, "99")) {
            assertEquals("99", own.read(MIN_TTL));
        }
        assertEquals("211", own.read(MIN_TTL));
    }

    @Test
    void unknownAndImpossibleSayWhy() {
        Sysctl own = Sysctl.in(namespace);
        assertThrows(UncheckedIOException.class, () -> own.read("net.ipv4.no_such_thing"));
        assertThrows(UncheckedIOException.class, () -> own.write(MIN_TTL, "a"));
        assertThrows(IllegalArgumentException.class, () -> own.read("../../etc/passwd"));
    }
}
