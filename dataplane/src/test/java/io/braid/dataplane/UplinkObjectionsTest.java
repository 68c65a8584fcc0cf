package io.braid.dataplane;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.braid.dataplane.config.ConfigException;
import io.braid.dataplane.config.ConfigLoader;
import io.braid.dataplane.config.HostConfig;
import io.braid.dataplane.engine.PortTotals;
import io.braid.dataplane.net.IpAddress;
import io.braid.dataplane.port.UplinkPlaces;
import io.braid.dataplane.task.NicAddress;
import io.braid.dataplane.task.Task;
import io.braid.dataplane.task.TaskTerms;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class UplinkObjectionsTest {
    private final List<Task> tasks = new ArrayList<>();
    private Set<String> unusable = Set.of();
    private boolean withoutPci;

    private static String nic(int i) {
        return nic(i, "net_null" + i, "192.0.2." + (2 * i + 1), "10.20.%d.0/28".formatted(i));
    }

    private static String nic(int i, String device, String address, String containers) {
        return "  - {name: nic%d, device: \"vdev:%s\", addresses: [%s/31], gateways: [%s], container-prefixes: [%s]}\n"
                .formatted(
                        i,
                        device,
                        address,
                        address.replaceFirst("[0-9]+$", "") + (Integer.parseInt(address.replaceFirst(".*\\.", "")) - 1),
                        containers);
    }

    private static HostConfig host(String... uplinks) {
        String yaml = "tasks: {prefixes: [10.100.0.0/16]}\nuplinks:\n" + String.join("", uplinks);
        try {
            return ConfigLoader.parse("host.yaml", yaml.getBytes(StandardCharsets.UTF_8))
                    .config();
        } catch (ConfigException e) {
            throw new AssertionError(e);
        }
    }

    private static UplinkPlaces places(String... uplinks) {
        return UplinkPlaces.of(host(uplinks).uplinks());
    }

    @SuppressWarnings("NullAway") // a task without a port and terms
    private void task(String name, int place, String nic) {
        tasks.add(new Task(
                name,
                tasks.size(),
                "tap",
                null,
                null,
                List.of(IpAddress.parse("10.100.0." + (tasks.size() + 1))),
                List.of(new NicAddress(place, IpAddress.parse(nic))),
                -1,
                null,
                (TaskTerms) null,
                null,
                PortTotals.ZERO));
    }

    private List<String> objections(UplinkPlaces now, HostConfig next) {
        return UplinkObjections.of(now, next, tasks, name -> !unusable.contains(name), withoutPci);
    }

    private void assertObjection(UplinkPlaces now, HostConfig next, String wanted) {
        List<String> objections = objections(now, next);
        assertEquals(1, objections.size(), objections.toString());
        assertTrue(objections.getFirst().startsWith("uplinks: nic"), objections.toString());
        assertTrue(objections.getFirst().contains(wanted), objections.toString());
    }

    @Test
    void uplinksComeAndGo() {
        task("job", 0, "10.20.0.1");
        UplinkPlaces now = places(nic(0), nic(1));
        assertEquals(List.of(), objections(now, host(nic(0), nic(2))));
        assertEquals(List.of(), objections(now, host(nic(1))));
        assertEquals(
                List.of("nic2"),
                UplinkObjections.added(now, host(nic(0), nic(2))).stream()
                        .map(uplink -> uplink.name())
                        .toList());
        assertEquals(
                List.of("nic1"),
                UplinkObjections.removed(now, host(nic(0), nic(2))).stream()
                        .map(uplink -> uplink.name())
                        .toList());
    }

    @Test
    void atMostEightAtOnce() {
        String[] eight = new String[8];
        for (int i = 0; i < 8; i++) {
            eight[i] = nic(i);
        }
        UplinkPlaces now = places(eight);
        eight[3] = nic(9);
        assertObjection(now, host(eight), "those that go leave theirs only with the next reload");
        assertEquals(List.of(), objections(now.without(3), host(eight)));
        task("job", 3, "10.20.3.1");
        assertObjection(now.without(3), host(eight), "they have NIC addresses on them: job; detach them first");
    }

    @Test
    void anUplinkThatComesBackIsToSuitTheTasksThatStayed() {
        task("job", 1, "10.20.1.1");
        UplinkPlaces now = places(nic(0), nic(1)).without(1);
        assertEquals(List.of(), objections(now, host(nic(0), nic(1))));
        assertObjection(
                now,
                host(nic(0), nic(1, "net_null1", "192.0.2.3", "10.20.9.0/28")),
                "task job has 10.20.1.1 on it from before");
    }

    @Test
    void portsAreCounted() {
        for (int i = 0; i < 27; i++) {
            task("job" + i, 0, "10.20.0." + (i + 1));
        }
        assertEquals(List.of(), objections(places(nic(0)), host(nic(0), nic(1)))); // 4 + 27
        task("last", 0, "10.20.0.29");
        task("one-more", 0, "10.20.0.30");
        assertObjection(places(nic(0)), host(nic(0), nic(1)), "DPDK allows 32 in a process");
        assertEquals(List.of(), objections(places(nic(0), nic(1)), host(nic(0))), "those that go are no trouble");
    }

    @Test
    void whatOneThatGoesStillHasIsNotToBeHad() {
        UplinkPlaces now = places(nic(0), nic(1));
        assertObjection(
                now, host(nic(0), nic(2, "net_null1", "192.0.2.5", "10.20.2.0/28")), "its device is that of nic1");
        assertObjection(
                now,
                host(nic(0), nic(2, "net_null2", "192.0.2.3", "10.20.2.0/28")),
                "its address 192.0.2.3 is that of nic1");
        UplinkPlaces ring = places(nic(0), nic(1, "net_af_packet1,iface=up1", "192.0.2.3", "10.20.1.0/28"));
        assertObjection(
                ring,
                host(nic(0), nic(2, "net_af_packet2,iface=up1", "192.0.2.5", "10.20.2.0/28")),
                "its device is that of nic1");
    }

    @Test
    void aTasksAddressIsNoUplinks() {
        task("job", 0, "192.0.2.5");
        assertObjection(places(nic(0)), host(nic(0), nic(2)), "task job has its address 192.0.2.5");
    }

    @Test
    void thePciBusIsLookedAtFromTheStartOrNever() {
        String pci = nic(1).replace("vdev:net_null1", "pci:0000:3b:00.0");
        assertEquals(List.of(), objections(places(nic(0)), host(nic(0), pci)));
        withoutPci = true;
        assertObjection(places(nic(0)), host(nic(0), pci), "without an uplink on the PCI bus");
        assertEquals(List.of(), objections(places(nic(0)), host(nic(0), nic(1))));
    }

    @Test
    void somethingMustBeLeftToSendBy() {
        unusable = Set.of("nic0");
        UplinkPlaces now = places(nic(0), nic(1));
        assertObjection(now, host(nic(0)), "none of the uplinks that stay is usable now");
        assertObjection(now, host(nic(0), nic(2)), "none of the uplinks that stay is usable now");
        assertEquals(List.of(), objections(now, host(nic(1))), "the broken one may go");
        unusable = Set.of("nic0", "nic1");
        assertEquals(List.of(), objections(now, host(nic(0))), "nothing is lost");
    }
}
