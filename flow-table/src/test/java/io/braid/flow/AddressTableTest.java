package io.braid.flow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AddressTableTest {
    private static final int MANY = 100_000;
    private static final long SITE = 0x20010DB8_01000000L;

    @Test
    void emptyTableHasNothing() {
        AddressTable table = AddressTable.builder().build();
        for (int address : new int[] {0, -1, 1, 0x0A000001}) {
            assertEquals(AddressTable.MISSING, table.ipv4(address));
            assertEquals(AddressTable.MISSING, table.ipv6(address, address));
        }
        assertEquals(0, table.ipv4Count());
        assertEquals(0, table.ipv6Count());
        assertEquals(1, table.longestProbe());
    }

    /** The values an empty slot is made of, and the ends of the ranges, are ordinary keys and values. */
    @ParameterizedTest
    @ValueSource(longs = {0, -1, 1, Long.MIN_VALUE, Long.MAX_VALUE, 0xFFFF_FFFFL, 0xFFFF_FFFF_0000_0000L})
    void anyAddressCanBeAKey(long key) {
        for (int value : new int[] {0, 1, Integer.MAX_VALUE}) {
            AddressTable table = AddressTable.builder()
                    .ipv4((int) key, value)
                    .ipv6(key, 0, value)
                    .ipv6(~key, key, value)
                    .build();
            assertEquals(value, table.ipv4((int) key));
            assertEquals(AddressTable.MISSING, table.ipv4((int) key + 1));
            assertEquals(AddressTable.MISSING, table.ipv4(~(int) key));
            assertEquals(value, table.ipv6(key, 0));
            assertEquals(value, table.ipv6(~key, key));
            assertEquals(AddressTable.MISSING, table.ipv6(key, 1));
            assertEquals(AddressTable.MISSING, table.ipv6(~key, ~key));
            assertEquals(1, table.ipv4Count());
            assertEquals(2, table.ipv6Count());
        }
    }

    @Test
    void halvesOfAnIpv6AddressAreNotExchangeable() {
        AddressTable table =
                AddressTable.builder().ipv6(1, 2, 12).ipv6(2, 1, 21).build();
        assertEquals(12, table.ipv6(1, 2));
        assertEquals(21, table.ipv6(2, 1));
        assertEquals(AddressTable.MISSING, table.ipv6(1, 1));
        assertEquals(AddressTable.MISSING, table.ipv6(2, 2));
    }

    @Test
    void duplicatesAreRefusedByName() {
        var builder = AddressTable.builder().ipv4(0x0A640001, 3).ipv6(SITE, 1, 4);
        var v4 = assertThrows(IllegalArgumentException.class, () -> builder.ipv4(0x0A640001, 5));
        assertEquals(
                "10.100.0.1 already has the value 3 and cannot have 5 too; remove one of the two", v4.getMessage());
        var v6 = assertThrows(IllegalArgumentException.class, () -> builder.ipv6(SITE, 1, 4));
        assertTrue(v6.toString().contains("2001:db8:100:0:0:0:0:1 already has the value 4"), v6::getMessage);
        AddressTable table = builder.build();
        assertEquals(3, table.ipv4(0x0A640001), "the first stays");
        assertEquals(4, table.ipv6(SITE, 1), "the first stays");
    }

    @Test
    void negativeValuesAreRefused() {
        var builder = AddressTable.builder();
        var refused = assertThrows(IllegalArgumentException.class, () -> builder.ipv6(0, 0xFFFF_0A64_0001L, -1));
        assertEquals("0:0:0:0:0:ffff:a64:1 cannot have the value -1; values are 0 or more", refused.getMessage());
        assertThrows(IllegalArgumentException.class, () -> builder.ipv4(0, Integer.MIN_VALUE));
    }

    @Test
    void aBuiltTableDoesNotChangeWithItsBuilder() {
        var builder = AddressTable.builder().ipv4(1, 1);
        AddressTable before = builder.build();
        AddressTable after = builder.ipv4(2, 2).build();
        assertEquals(AddressTable.MISSING, before.ipv4(2));
        assertEquals(1, before.ipv4Count());
        assertEquals(2, after.ipv4(2));
    }

    @Test
    void aHundredThousandSequentialAddresses() {
        var builder = AddressTable.builder(1);
        for (int i = 0; i < MANY; i++) {
            builder.ipv4(0x0A000000 + i, i).ipv6(SITE + (i >>> 8), i & 0xFF, i);
        }
        AddressTable table = builder.build();
        for (int i = 0; i < MANY; i++) {
            assertEquals(i, table.ipv4(0x0A000000 + i));
            assertEquals(i, table.ipv6(SITE + (i >>> 8), i & 0xFF));
            assertEquals(AddressTable.MISSING, table.ipv4(0x0B000000 + i));
            assertEquals(AddressTable.MISSING, table.ipv6(SITE + (i >>> 8), 0x100 + (i & 0xFF)));
        }
        System.out.println("AddressTable of 2 x " + MANY + " sequential: longest probe " + table.longestProbe());
        assertTrue(table.longestProbe() <= AddressTable.MAX_PROBES);
    }

    /** Against a HashMap, over sizes on both sides of every doubling, with lookups of present, absent and similar keys. */
    @Test
    void agreesWithAHashMap() {
        long seed = Seeds.seedFor(AddressTableTest.class);
        SplittableRandom random = new SplittableRandom(seed);
        for (int size : new int[] {1, 2, 3, 4, 5, 8, 9, 64, 65, 1000, 1024, 1025, MANY}) {
            Map<Integer, Integer> ipv4 = new HashMap<>();
            Map<Ipv6Slots.Key, Integer> ipv6 = new HashMap<>();
            var builder = AddressTable.builder(random.nextLong());
            while (ipv4.size() < size) {
                int address = random.nextInt();
                long hi = random.nextLong() & 0xFFFFL;
                long lo = random.nextLong();
                int value = random.nextInt() & Integer.MAX_VALUE;
                if (ipv4.putIfAbsent(address, value) == null) {
                    builder.ipv4(address, value);
                }
                if (ipv6.putIfAbsent(new Ipv6Slots.Key(hi, lo), value) == null) {
                    builder.ipv6(hi, lo, value);
                }
            }
            AddressTable table = builder.build();
            String where = "seed " + seed + ", size " + size;
            assertEquals(ipv4.size(), table.ipv4Count(), where);
            assertEquals(ipv6.size(), table.ipv6Count(), where);
            assertTrue(table.longestProbe() <= AddressTable.MAX_PROBES, where);
            ipv4.forEach((address, value) -> {
                assertEquals(value, table.ipv4(address), where);
                int flipped = address ^ (1 << random.nextInt(32));
                assertEquals(ipv4.getOrDefault(flipped, AddressTable.MISSING), table.ipv4(flipped), where);
            });
            ipv6.forEach((key, value) -> {
                assertEquals(value, table.ipv6(key.hi(), key.lo()), where);
                var flipped = new Ipv6Slots.Key(key.hi() ^ (1L << random.nextInt(64)), key.lo());
                assertEquals(
                        ipv6.getOrDefault(flipped, AddressTable.MISSING),
                        table.ipv6(flipped.hi(), flipped.lo()),
                        where);
            });
        }
    }

    /** Addresses chosen to share a slot under one seed are ordinary addresses under another. */
    @Test
    void craftedCollisionsNeedTheSeed() {
        var random = new SplittableRandom(5);
        Map<Integer, Integer> crafted = new HashMap<>();
        long key0 = Mix.secret(Mix.secret(99, 0), 0);
        long key1 = Mix.secret(Mix.secret(99, 0), 1);
        while (crafted.size() < 1000) {
            int address = random.nextInt();
            if ((Mix.fold(address ^ key0, key1) & 2047) < 4) {
                crafted.put(address, crafted.size());
            }
        }
        Ipv4Slots unlimited = Ipv4Slots.of(crafted, 99, Integer.MAX_VALUE);
        assertTrue(unlimited.longestProbe() > 900, "really crafted: " + unlimited.longestProbe());
        assertTrue(Ipv4Slots.of(crafted, 98, Integer.MAX_VALUE).longestProbe() <= AddressTable.MAX_PROBES);
        // Even for whoever knows the seed, the builder goes on to other seeds until searches are short.
        Ipv4Slots limited = Ipv4Slots.of(crafted, 99, AddressTable.MAX_PROBES);
        assertTrue(limited.longestProbe() <= AddressTable.MAX_PROBES);
        crafted.forEach((address, value) -> assertEquals(value, limited.find(address)));
    }

    @Test
    void impossibleBoundIsReportedNotLoopedOver() {
        Map<Integer, Integer> one = Map.of(1, 1);
        var refused = assertThrows(IllegalStateException.class, () -> Ipv4Slots.of(one, 1, 1));
        assertTrue(refused.toString().contains("at most 1 slots"), refused::getMessage);
    }
}
