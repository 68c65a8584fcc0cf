package io.braid.perf.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** The rules of the CNI specification for the result of ADD, by version: section 5, and for 0.x "Result" of that version. */
final class CniResult {
    private static final Set<String> KEYS = Set.of("cniVersion", "interfaces", "ips", "routes", "dns");

    private CniResult() {}

    static void check(JsonNode result, String version, String netns) {
        assertKeys(result, KEYS);
        assertEquals(version, result.path("cniVersion").textValue());
        boolean latest = version.equals("1.1.0");
        for (JsonNode device : result.path("interfaces")) {
            assertKeys(device, latest ? Set.of("name", "mac", "mtu", "sandbox") : Set.of("name", "mac", "sandbox"));
            assertTrue(device.path("name").asText().matches("[^/:\\s]{1,15}"), device.toString());
            assertEquals(netns, device.path("sandbox").textValue());
            assertTrue(
                    device.path("mac").isMissingNode()
                            || device.path("mac").asText().matches("([0-9a-f]{2}:){5}[0-9a-f]{2}"),
                    device.toString());
            assertTrue(!latest || device.path("mtu").isInt(), device.toString());
        }
        for (JsonNode ip : result.path("ips")) {
            boolean old = version.startsWith("0.");
            assertKeys(
                    ip,
                    old
                            ? Set.of("version", "interface", "address", "gateway")
                            : Set.of("interface", "address", "gateway"));
            boolean six = address(ip.path("address")).contains(":");
            assertEquals(old ? (six ? "6" : "4") : null, ip.path("version").textValue());
            int index = ip.path("interface").asInt(-1);
            assertTrue(index >= 0 && index < result.path("interfaces").size(), ip.toString());
            assertEquals(six, InetAddress.ofLiteral(ip.path("gateway").asText()).getAddress().length == 16);
        }
        for (JsonNode route : result.path("routes")) {
            assertKeys(route, Set.of("dst", "gw"));
            boolean six = address(route.path("dst")).contains(":");
            assertEquals(six, InetAddress.ofLiteral(route.path("gw").asText()).getAddress().length == 16);
        }
    }

    private static void assertKeys(JsonNode object, Set<String> known) {
        assertTrue(object.isObject(), object.toString());
        object.propertyStream().forEach(p -> assertTrue(known.contains(p.getKey()), "unknown: " + p));
    }

    /** Checks CIDR notation and returns the address. */
    private static String address(JsonNode cidr) {
        String[] parts = cidr.asText().split("/", -1);
        assertEquals(2, parts.length, cidr.toString());
        int bits = InetAddress.ofLiteral(parts[0]).getAddress().length * 8;
        int prefix = Integer.parseInt(parts[1]);
        assertTrue(prefix >= 0 && prefix <= bits, cidr.toString());
        return parts[0];
    }

    /** The addresses on an interface, in order, in CIDR notation. */
    static List<String> addresses(JsonNode result, String device) {
        var list = new ArrayList<String>();
        for (JsonNode ip : result.path("ips")) {
            int index = ip.path("interface").asInt();
            if (result.path("interfaces").path(index).path("name").asText().equals(device)) {
                list.add(ip.path("address").asText());
            }
        }
        return list;
    }
}
