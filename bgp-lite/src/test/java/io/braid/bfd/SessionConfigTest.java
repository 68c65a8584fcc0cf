package io.braid.bfd;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetAddress;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class SessionConfigTest {
    private static SessionConfig config(String local, String peer, @Nullable String device) throws Exception {
        return new SessionConfig(InetAddress.getByName(local), InetAddress.getByName(peer), device, BfdTimers.FAST);
    }

    @ParameterizedTest
    @CsvSource({
        "192.0.2.1, 2001:db8::2, two families",
        "0.0.0.0, 192.0.2.2, source address",
        "::, 2001:db8::2, source address",
        "192.0.2.1, 0.0.0.0, two hosts",
        "192.0.2.1, 224.0.0.5, two hosts",
        "2001:db8::1, ff02::5, two hosts",
        "fe80::1, fe80::2, needs a device"
    })
    void impossibleAddressesAreRefused(String local, String peer, String why) {
        IllegalArgumentException e = assertThrows(IllegalArgumentException.class, () -> config(local, peer, null));
        assertTrue(String.valueOf(e.getMessage()).contains(why), e.getMessage());
    }

    @ParameterizedTest
    @CsvSource({"9999, 50000, 3", "50000, 60000001, 3", "50000, 50000, 0", "50000, 50000, 256", "-1, 50000, 3"})
    void impossibleTimersAreRefused(int tx, int rx, int multiplier) {
        assertThrows(IllegalArgumentException.class, () -> new BfdTimers(tx, rx, multiplier));
        assertThrows(ArithmeticException.class, () -> BfdTimers.ofMillis(Integer.MAX_VALUE, 3));
    }

    @Test
    void oneEndpointIsOnePeerOnOneDevice() throws Exception {
        SessionConfig here = config("192.0.2.1", "192.0.2.2", "eth0");
        assertTrue(here.sameEndpoint(config("192.0.2.7", "192.0.2.2", "eth0")));
        assertTrue(here.sameEndpoint(config("192.0.2.1", "192.0.2.2", null)), "could come by eth0 too");
        assertFalse(here.sameEndpoint(config("192.0.2.1", "192.0.2.2", "eth1")));
        assertFalse(here.sameEndpoint(config("192.0.2.1", "192.0.2.3", "eth0")));
    }

    @Test
    void aDiscriminatorIsNeverZero() {
        int[] drawn = {0, 0, 7};
        int[] next = {0};
        RandomGenerator source = () -> (long) drawn[next[0]++] << 32;
        assertEquals(7, new SessionTable().newDiscriminator(source));
        assertNotEquals(
                new SessionTable().newDiscriminator(new java.security.SecureRandom()),
                new SessionTable().newDiscriminator(new java.security.SecureRandom()));
    }

    @Test
    void numbersOnTheWireAreThoseOfTheRfc() {
        for (int code = 0; code < 32; code++) {
            assertEquals(Math.min(code, 9), Diagnostic.of(code).code());
            assertEquals(code & 3, SessionState.of(code).code());
        }
        assertEquals(Diagnostic.ADMINISTRATIVELY_DOWN, Diagnostic.of(7));
        assertEquals(SessionState.UP, SessionState.of(3));
    }
}
