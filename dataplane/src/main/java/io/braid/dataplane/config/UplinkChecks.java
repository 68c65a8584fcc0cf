package io.braid.dataplane.config;

import io.braid.dataplane.net.InterfaceAddress;
import io.braid.dataplane.net.IpAddress;
import io.braid.dataplane.net.Ipv6Address;
import io.braid.dataplane.net.MalformedValueException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Checks the uplinks' names, devices, addresses and gateways, each and among each other. */
final class UplinkChecks {
    /**
     * The kernel takes more ({@code dev_valid_name} in {@code net/core/dev.c}), but DPDK's arguments and sysctl paths
     * do not.
     */
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9._-]{1,15}");

    private static final Pattern NUMBER = Pattern.compile("[1-9][0-9]{0,8}");
    /** Taken by the kernel: the loopback device, and the directories of settings for all interfaces. */
    private static final Set<String> RESERVED_NAMES = Set.of(".", "..", "lo", "all", "default");
    /** IPv4 subnets up to this length have a network and a broadcast address (RFC 3021 for /31). */
    private static final int LONGEST_WITH_BROADCAST = 30;

    private final Bound bound;
    private final Problems problems;
    private final Map<Object, String> seen = new HashMap<>();

    UplinkChecks(Bound bound, Problems problems) {
        this.bound = bound;
        this.problems = problems;
    }

    void run() {
        for (String uplink : bound.paths("uplinks")) {
            bound.find(uplink + ".name", String.class).ifPresent(this::checkName);
            bound.find(uplink + ".device", DeviceSpec.class).ifPresent(this::checkDevice);
            for (var address : bound.list(uplink + ".addresses", InterfaceAddress.class)) {
                unusable(address.value().address(), address.value())
                        .ifPresent(reason ->
                                report(address.path(), "expected an address of one interface, found " + reason));
                unique(address.path(), address.value().address(), "address");
            }
            checkGateways(uplink);
        }
    }

    private void checkName(Bound.At<String> name) {
        if (!NAME.matcher(name.value()).matches() || RESERVED_NAMES.contains(name.value())) {
            report(
                    name.path(),
                    new MalformedValueException(
                                    "an interface name: 1 to 15 of the characters A-Z a-z 0-9 . _ -, not lo, all or"
                                            + " default",
                                    name.value())
                            .getMessage());
        } else {
            unique(name.path(), name.value(), "name");
        }
    }

    private void checkDevice(Bound.At<DeviceSpec> device) {
        unique(device.path(), device.value().name(), "device");
        if (device.value() instanceof DeviceSpec.Vdev vdev) {
            checkRing(device.path(), vdev);
            // Two sockets on one interface would each get every packet.
            vdev.argument("iface").ifPresent(iface -> unique(device.path(), "iface=" + iface, "interface"));
        }
    }

    /** Braid sizes its packet buffers by net_af_packet's ring, so the driver's numbers must be numbers. */
    private void checkRing(String path, DeviceSpec.Vdev vdev) {
        if (!vdev.driver().equals("net_af_packet")) {
            return;
        }
        for (String key : List.of("framesz", "blocksz", "framecnt", "qpairs")) {
            vdev.argument(key)
                    .filter(value -> !NUMBER.matcher(value).matches())
                    .ifPresent(value ->
                            report(path, new MalformedValueException(key + "=NUMBER", key + "=" + value).getMessage()));
        }
    }

    private void unique(String path, Object value, String kind) {
        String first = seen.putIfAbsent(List.of(kind, value), path);
        if (first != null) {
            report(path, "expected its own " + kind + ", found " + value + " of " + first + " again");
        }
    }

    private void checkGateways(String uplink) {
        String gatewaysPath = uplink + ".gateways";
        var addresses = bound.list(uplink + ".addresses", InterfaceAddress.class);
        var gateways = bound.list(gatewaysPath, IpAddress.class);
        if (addresses.isEmpty() || addresses.size() < bound.size(uplink + ".addresses")) {
            return; // what a gateway must match is not known
        }
        List<InterfaceAddress> own = addresses.stream().map(Bound.At::value).toList();
        for (var gateway : gateways) {
            checkGateway(gateway, own);
        }
        if (gateways.isEmpty() || gateways.size() < bound.size(gatewaysPath)) {
            return;
        }
        for (boolean v4 : new boolean[] {true, false}) {
            String family = v4 ? "IPv4" : "IPv6";
            boolean hasAddress =
                    own.stream().anyMatch(address -> address.address().isV4() == v4);
            var ofFamily = gateways.stream()
                    .filter(gateway -> gateway.value().isV4() == v4)
                    .toList();
            if (hasAddress && ofFamily.isEmpty()) {
                report(
                        gatewaysPath,
                        "expected an " + family + " gateway, as there is an " + family + " address, found none");
            }
            if (ofFamily.size() > 1) {
                report(ofFamily.get(1).path(), "expected one " + family + " gateway, found a second");
            }
        }
    }

    private void checkGateway(Bound.At<IpAddress> gateway, List<InterfaceAddress> own) {
        IpAddress address = gateway.value();
        List<InterfaceAddress> family = own.stream()
                .filter(one -> one.address().width() == address.width())
                .toList();
        if (family.isEmpty()) {
            report(
                    gateway.path(),
                    "expected a gateway of a family that the uplink has an address of, found " + address);
            return;
        }
        if (family.stream().anyMatch(one -> one.address().equals(address))) {
            report(gateway.path(), "expected the rack switch's address, found the uplink's own address " + address);
            return;
        }
        Optional<InterfaceAddress> link =
                family.stream().filter(one -> one.onLink(address)).findFirst();
        if (link.isEmpty()) {
            String subnets = family.stream().map(one -> one.prefix().toString()).collect(Collectors.joining(" or "));
            report(gateway.path(), "expected an address in " + subnets + ", found " + address);
            return;
        }
        // The first address of an IPv6 subnet is its routers' anycast address (RFC 4291, section 2.6.1): fine for a
        // gateway.
        boolean anycast = address.isV6() && address.equals(link.get().prefix().address());
        if (!anycast) {
            unusable(address, link.get())
                    .ifPresent(reason -> report(gateway.path(), "expected the rack switch's address, found " + reason));
        }
    }

    /** Why an address cannot be that of one interface in the given subnet. */
    private static Optional<String> unusable(IpAddress address, InterfaceAddress subnet) {
        String kind = null;
        if (address.isUnspecified()) {
            kind = "the unspecified address";
        } else if (address.isLoopback()) {
            kind = "a loopback address";
        } else if (address.isMulticast()) {
            kind = "a multicast address";
        } else if (address instanceof Ipv6Address v6 && v6.isV4Mapped()) {
            kind = "an IPv4-mapped address";
        } else if (address.isV4() && subnet.length() <= LONGEST_WITH_BROADCAST) {
            if (address.equals(subnet.prefix().address())) {
                kind = "the address of the network " + subnet.prefix();
            } else if (address.equals(subnet.prefix().last())) {
                kind = "the broadcast address of " + subnet.prefix();
            }
        } else if (address.isV6()
                && subnet.length() < Ipv6Address.WIDTH - 1
                && address.equals(subnet.prefix().address())) {
            kind = "the routers' anycast address of " + subnet.prefix();
        }
        return Optional.ofNullable(kind).map(text -> text + (text.contains("/") ? "" : " " + address));
    }

    private void report(String path, String message) {
        problems.add(bound.position(path), path, message);
    }
}
