package io.braid.dataplane.init;

import io.braid.dataplane.net.InterfaceAddress;
import io.braid.dataplane.net.IpAddress;
import io.braid.numa.topology.PciDevice;
import io.braid.numa.topology.Topology;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

/** Finds the NICs of a host: PCI devices, and interfaces of hardware on other buses, which Braid reaches through the kernel (af_packet). */
public final class NicFinder {
    private static final String NAME = "[A-Za-z0-9_.-]{1,15}";
    private static final int USUAL_MTU = 1500;
    private static final int LEAST_MTU = 1280;
    private static final int MOST_MTU = 9216;

    private final Topology topology;
    private final Path interfaces;
    private final List<KernelRoutes.Route> routes;
    private final Function<String, List<InterfaceAddress>> addresses;
    private final Set<String> names = new HashSet<>();
    private int unnamed;

    /**
     * Reads what is the same for all NICs.
     *
     * @param topology of the host
     * @param sysfs where its sysfs is
     * @param procfs where its procfs is
     * @param addresses the addresses of an interface
     */
    public NicFinder(Topology topology, Path sysfs, Path procfs, Function<String, List<InterfaceAddress>> addresses)
            throws IOException {
        this.topology = topology;
        this.interfaces = sysfs.resolve("class/net");
        this.routes = KernelRoutes.read(procfs);
        this.addresses = addresses;
    }

    /** All NICs, PCI devices first, in the order of their addresses. */
    public List<FoundNic> find() throws IOException {
        var found = new ArrayList<FoundNic>();
        var onPci = new HashSet<String>();
        for (PciDevice nic : topology.nics()) {
            onPci.addAll(nic.interfaces());
            found.add(nic(
                    "pci:" + nic.address(),
                    nic.interfaces().stream().findFirst(),
                    nic.driver(),
                    nic.node(),
                    topology.gpusNear(nic).size()));
        }
        for (String other : otherHardware(onPci)) {
            String device = "vdev:net_af_packet" + found.size() + ",iface=" + other;
            found.add(nic(device, Optional.of(other), Optional.of("af_packet"), -1, 0));
        }
        return found;
    }

    /** Interfaces with a device behind them that is on no PCI bus; bridges, tunnels and the like have none. */
    private List<String> otherHardware(Set<String> onPci) throws IOException {
        if (!Files.isDirectory(interfaces)) {
            return List.of();
        }
        try (Stream<Path> all = Files.list(interfaces)) {
            return all.filter(path -> Files.exists(path.resolve("device")))
                    .map(path -> path.getFileName().toString())
                    .filter(name -> name.matches(NAME) && !onPci.contains(name))
                    .sorted()
                    .toList();
        }
    }

    private FoundNic nic(String device, Optional<String> own, Optional<String> driver, int node, int gpus) {
        List<InterfaceAddress> has = own.map(addresses).orElse(List.of());
        List<KernelRoutes.Route> by = routes.stream()
                .filter(route -> own.isPresent() && route.kernelInterface().equals(own.get()))
                .toList();
        return new FoundNic(
                name(own),
                device,
                own,
                driver,
                node,
                gpus,
                own.flatMap(name -> number(name, "speed")).filter(speed -> speed > 0),
                own.flatMap(name -> number(name, "carrier")).map(carrier -> carrier == 1),
                own.flatMap(name -> number(name, "mtu"))
                        .map(mtu -> Math.clamp(mtu, LEAST_MTU, MOST_MTU))
                        .orElse(USUAL_MTU),
                has,
                gateways(has, by),
                by.stream().anyMatch(KernelRoutes.Route::isDefault));
    }

    /** One for each family, since an uplink has one, and only such as its addresses reach. */
    private static List<IpAddress> gateways(List<InterfaceAddress> has, List<KernelRoutes.Route> by) {
        var gateways = new ArrayList<IpAddress>();
        for (int width : new int[] {32, 128}) {
            by.stream()
                    .map(KernelRoutes.Route::gateway)
                    .filter(gateway ->
                            gateway.width() == width && has.stream().anyMatch(address -> address.onLink(gateway)))
                    .findFirst()
                    .ifPresent(gateways::add);
        }
        return gateways;
    }

    private String name(Optional<String> own) {
        String name = own.filter(text -> text.matches(NAME)).orElse("");
        while (name.isEmpty() || !names.add(name)) {
            name = "nic" + unnamed++;
        }
        return name;
    }

    /** A number that the kernel tells of an interface. It refuses to while the link is down: that is no number. */
    private Optional<Long> number(String name, String file) {
        try {
            String text =
                    Files.readString(interfaces.resolve(name).resolve(file)).strip();
            return text.matches("-?[0-9]{1,12}") ? Optional.of(Long.valueOf(text)) : Optional.empty();
        } catch (IOException e) {
            return Optional.empty();
        }
    }
}
