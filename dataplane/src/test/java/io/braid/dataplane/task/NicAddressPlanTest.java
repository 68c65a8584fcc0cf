package io.braid.dataplane.task;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.braid.dataplane.config.ConfigException;
import io.braid.dataplane.config.ConfigLoader;
import io.braid.dataplane.net.IpAddress;
import io.braid.dataplane.port.UplinkPlaces;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NicAddressPlanTest {
    /** One uplink for each list of prefixes. */
    private static UplinkPlaces uplinks(String... prefixLists) throws ConfigException {
        var yaml = new StringBuilder("tasks: {prefixes: [10.100.0.0/16]}\nuplinks:\n");
        for (int i = 0; i < prefixLists.length; i++) {
            yaml.append(
                    "  - {name: nic%d, device: \"vdev:net_null%d\", addresses: [192.0.2.%d/31], gateways: [192.0.2.%d], "
                            .formatted(i, i, 2 * i + 1, 2 * i));
            yaml.append("container-prefixes: [").append(prefixLists[i]).append("]}\n");
        }
        return UplinkPlaces.of(ConfigLoader.parse("host.yaml", yaml.toString().getBytes(StandardCharsets.UTF_8))
                .config()
                .uplinks());
    }

    private static List<String> assign(UplinkPlaces uplinks, Set<IpAddress> taken) {
        return NicAddressPlan.assign(uplinks, taken, List.of()).stream()
                .map(nic -> nic.uplink() + " " + nic.address())
                .toList();
    }

    private static Set<IpAddress> addresses(String... texts) {
        var set = new HashSet<IpAddress>();
        for (String text : texts) {
            set.add(IpAddress.parse(text));
        }
        return set;
    }

    @Test
    void firstTaskGetsTheLowestAddressOfEveryPrefixOfEveryUplink() throws ConfigException {
        var uplinks = uplinks("10.20.0.0/28, \"2001:db8:20::/80\"", "10.20.1.0/28", "\"\"".substring(2));
        assertEquals(List.of("0 10.20.0.1", "0 2001:db8:20::1", "1 10.20.1.1"), assign(uplinks, Set.of()));
    }

    @Test
    void addressThatWasFreedIsGivenAgainFirst() throws ConfigException {
        var uplinks = uplinks("10.20.0.0/28, \"2001:db8:20::/80\"");
        assertEquals(
                List.of("0 10.20.0.2", "0 2001:db8:20::3"),
                assign(uplinks, addresses("10.20.0.1", "10.20.0.3", "2001:db8:20::1", "2001:db8:20::2")));
    }

    @Test
    void prefixWithoutAFreeAddressGivesNoneAndTheOthersStillDo() throws ConfigException {
        var uplinks = uplinks("10.20.0.0/30, 10.20.4.0/30");
        assertEquals(List.of("0 10.20.4.1"), assign(uplinks, addresses("10.20.0.1", "10.20.0.2")));
    }

    /** How many tasks can have an address, and the first and last of these addresses. */
    @ParameterizedTest
    @CsvSource({
        "10.20.0.0/29, 6, 10.20.0.1, 10.20.0.6",
        "10.20.0.0/30, 2, 10.20.0.1, 10.20.0.2",
        "10.20.0.0/31, 2, 10.20.0.0, 10.20.0.1",
        "10.20.0.7/32, 1, 10.20.0.7, 10.20.0.7",
        "223.255.255.248/29, 6, 223.255.255.249, 223.255.255.254",
        "2001:db8::/125, 7, 2001:db8::1, 2001:db8::7",
        "2001:db8::/126, 3, 2001:db8::1, 2001:db8::3",
        "2001:db8::/127, 2, 2001:db8::, 2001:db8::1",
        "2001:db8::5/128, 1, 2001:db8::5, 2001:db8::5",
        "2001:db8::ffff:ffff:ffff:fffc/126, 3, 2001:db8::ffff:ffff:ffff:fffd, 2001:db8::ffff:ffff:ffff:ffff",
    })
    void everyUsableAddressOfAPrefixIsGivenOnce(String prefix, int count, String first, String last)
            throws ConfigException {
        var uplinks = uplinks(quoted(prefix));
        var given = new ArrayList<IpAddress>();
        for (int i = 0; i < count; i++) {
            var nics = NicAddressPlan.assign(uplinks, new HashSet<>(given), List.of());
            assertEquals(1, nics.size(), "after " + given);
            given.add(nics.getFirst().address());
        }
        assertEquals(IpAddress.parse(first), given.getFirst());
        assertEquals(IpAddress.parse(last), given.getLast());
        assertEquals(count, new HashSet<>(given).size());
        assertEquals(List.of(), NicAddressPlan.assign(uplinks, new HashSet<>(given), List.of()));
    }

    @Test
    void lowHalfOfAnIpv6PrefixCarriesIntoTheHighHalf() throws ConfigException {
        var uplinks = uplinks("\"2001:db8::/63\"");
        var nics = NicAddressPlan.assign(uplinks, addresses("2001:db8::1"), List.of());
        assertEquals(IpAddress.parse("2001:db8::2"), nics.getFirst().address());
        assertFalse(nics.getFirst().address().equals(IpAddress.parse("2001:db8::")));
    }

    private static String quoted(String text) {
        return "\"" + text + "\"";
    }
}
