package io.braid.dataplane.conductor;

import io.braid.dataplane.graph.AddressSet;
import io.braid.dataplane.graph.Endpoint;
import io.braid.dataplane.graph.ForwardingTable;
import io.braid.dataplane.graph.Hop;
import io.braid.dataplane.graph.TaskEntry;
import io.braid.dataplane.graph.UplinkEntry;
import io.braid.dataplane.net.InterfaceAddress;
import io.braid.dataplane.net.IpAddress;
import io.braid.dataplane.net.Ipv4Address;
import io.braid.dataplane.net.Ipv6Address;
import io.braid.dataplane.port.TaskPort;
import io.braid.dataplane.port.Uplink;
import io.braid.dataplane.port.UplinkPlaces;
import io.braid.dataplane.task.NicAddress;
import io.braid.dataplane.task.Task;
import io.braid.dpdk.Port;
import io.braid.flow.AddressTable;
import io.braid.flow.PathView;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/** Makes the workers' table from the control side's uplinks, tasks and paths. */
final class TableBuilder {
    private static final Ipv6Address NO_IPV6 = new Ipv6Address(0, 0);

    private TableBuilder() {}

    static ForwardingTable build(
            long generation,
            List<Uplink> uplinks,
            Function<Uplink, UplinkMonitor> monitors,
            Collection<Task> tasks,
            Predicate<Task> connected,
            PathView[] paths) {
        AddressTable.Builder addresses = AddressTable.builder();
        @Nullable UplinkEntry[] entries = new @Nullable UplinkEntry[UplinkPlaces.MOST];
        @Nullable Hop[] hops = new @Nullable Hop[UplinkPlaces.MOST];
        @Nullable Hop[] puntHops = new @Nullable Hop[UplinkPlaces.MOST];
        for (Uplink uplink : uplinks) {
            int index = uplink.index();
            UplinkMonitor monitor = monitors.apply(uplink);
            uplink.config().addresses().forEach(own -> add(addresses, own.address(), Endpoint.uplinkAddress(index)));
            entries[index] = entry(uplink, monitor.linkUp());
            long mac = uplink.mac().bits();
            hops[index] = hop(
                    uplink,
                    uplink.port().id(),
                    uplink.config().mtu(),
                    mac,
                    monitor.gatewayMac(true),
                    monitor.gatewayMac(false),
                    uplink.port().transmitOffloads());
            puntHops[index] = hop(
                    uplink, uplink.punt().port().id(), uplink.punt().mtu(), TaskPort.GATEWAY_MAC.bits(), mac, mac, 0);
        }
        int slots = tasks.stream().mapToInt(Task::slot).max().orElse(-1) + 1;
        @Nullable TaskEntry[] taskEntries = new @Nullable TaskEntry[slots];
        @Nullable Hop[] taskHops = new @Nullable Hop[slots];
        @Nullable Hop[][] nicHops = new @Nullable Hop[slots][UplinkPlaces.MOST];
        // Errors about packets between tasks come from the host's first address of the family.
        Ipv4Address host4 = first4(uplinks);
        Ipv6Address host6 = first6(uplinks);
        var circles = new HashMap<String, Integer>();
        for (Task task : tasks) {
            task.ips().forEach(ip -> add(addresses, ip, Endpoint.taskIp(task.slot())));
            task.nicAddresses()
                    .forEach(nic -> add(addresses, nic.address(), Endpoint.nicAddress(task.slot(), nic.uplink())));
            TaskPort port = task.port();
            long mac = connected.test(task) ? port.mac().bits() : 0; // 0: no packet can go there
            taskEntries[task.slot()] = new TaskEntry(
                    task.slot(),
                    port.port().id(),
                    TaskPort.GATEWAY_MAC.bits(),
                    addressSet(addressesOf(task)),
                    circles.computeIfAbsent(task.terms().circle(), _ -> circles.size()),
                    task.terms().host(),
                    task.terms().caps(),
                    port.mayLeaveWork());
            taskHops[task.slot()] = taskHop(port, mac, host4, host6);
            if (port.hasNicDevices()) {
                for (NicAddress nic : task.nicAddresses()) { // it has a device for each uplink that it has addresses of
                    long nicMac = mac == 0 ? 0 : port.nicMac(nic.uplink()).bits();
                    nicHops[task.slot()][nic.uplink()] = taskHop(port, nicMac, host4, host6);
                }
            }
        }
        return new ForwardingTable(
                generation,
                addresses.build(),
                paths,
                entries,
                taskEntries,
                hops,
                puntHops,
                taskHops,
                nicHops,
                Port.MAX_PORTS);
    }

    private static Hop taskHop(TaskPort port, long mac, Ipv4Address host4, Ipv6Address host6) {
        return new Hop(
                port.port().id(),
                port.mtu(),
                TaskPort.GATEWAY_MAC.bits(),
                mac,
                mac,
                host4.bits(),
                host6.high(),
                host6.low(),
                port.transmitOffloads());
    }

    private static List<IpAddress> addressesOf(Task task) {
        var all = new ArrayList<IpAddress>(task.ips());
        task.nicAddresses().stream().map(NicAddress::address).forEach(all::add);
        return all;
    }

    private static UplinkEntry entry(Uplink uplink, boolean linkUp) {
        var own = new ArrayList<IpAddress>();
        uplink.config().addresses().stream().map(InterfaceAddress::address).forEach(own::add);
        own.add(uplink.linkLocal());
        return new UplinkEntry(
                uplink.index(),
                uplink.port().id(),
                uplink.punt().port().id(),
                uplink.punt().mtu(),
                uplink.mac().bits(),
                linkUp,
                addressSet(own));
    }

    private static Hop hop(Uplink uplink, int port, int mtu, long sourceMac, long mac4, long mac6, int offloads) {
        Ipv6Address error6 = uplink.ipv6().orElse(NO_IPV6);
        return new Hop(
                port,
                mtu,
                sourceMac,
                mac4,
                mac6,
                uplink.ipv4().map(Ipv4Address::bits).orElse(0),
                error6.high(),
                error6.low(),
                offloads);
    }

    private static Ipv4Address first4(List<Uplink> uplinks) {
        return uplinks.stream()
                .flatMap(uplink -> uplink.ipv4().stream())
                .findFirst()
                .orElse(new Ipv4Address(0));
    }

    private static Ipv6Address first6(List<Uplink> uplinks) {
        return uplinks.stream()
                .flatMap(uplink -> uplink.ipv6().stream())
                .findFirst()
                .orElse(NO_IPV6);
    }

    private static void add(AddressTable.Builder table, IpAddress address, int endpoint) {
        switch (address) {
            case Ipv4Address ipv4 -> table.ipv4(ipv4.bits(), endpoint);
            case Ipv6Address ipv6 -> table.ipv6(ipv6.high(), ipv6.low(), endpoint);
        }
    }

    private static AddressSet addressSet(List<IpAddress> addresses) {
        int[] ipv4 = addresses.stream()
                .filter(Ipv4Address.class::isInstance)
                .mapToInt(address -> ((Ipv4Address) address).bits())
                .toArray();
        long[] ipv6 = addresses.stream()
                .filter(Ipv6Address.class::isInstance)
                .map(Ipv6Address.class::cast)
                .flatMapToLong(address -> LongStream.of(address.high(), address.low()))
                .toArray();
        return new AddressSet(ipv4, ipv6);
    }
}
