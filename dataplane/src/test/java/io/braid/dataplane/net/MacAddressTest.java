package io.braid.dataplane.net;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MacAddressTest {
    @Test
    void readsAndPrints() {
        MacAddress address = MacAddress.parse("02:00:5E:a0:0b:ff");
        assertEquals(0x0200_5ea0_0bffL, address.bits());
        assertEquals("02:00:5e:a0:0b:ff", address.toString());
        assertEquals(address, MacAddress.ofBytes(address.toBytes()));
        assertTrue(address.isLocallyAdministered());
        assertFalse(address.isMulticast());
    }

    @Test
    void knowsGroupAddresses() {
        assertTrue(MacAddress.BROADCAST.isMulticast());
        assertTrue(MacAddress.parse("33:33:00:00:00:01").isMulticast());
        assertTrue(MacAddress.parse("00:00:00:00:00:01").compareTo(MacAddress.BROADCAST) < 0);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "02:00:00:00:00",
                "02:00:00:00:00:0",
                "02:00:00:00:00:001",
                "02-00-00-00-00-01",
                "020000000001",
                "0g:00:00:00:00:01",
                "02:00:00:00:00:01 ",
                "02:00:00:00:0٠:01",
                "2:0:0:0:0:1:0:0:0"
            })
    void refusesOtherText(String text) {
        assertThrows(MalformedValueException.class, () -> MacAddress.parse(text));
    }

    @Test
    void refusesMoreThan48Bits() {
        assertThrows(IllegalArgumentException.class, () -> new MacAddress(1L << 48));
        assertThrows(IllegalArgumentException.class, () -> MacAddress.ofBytes(new byte[8]));
    }
}
