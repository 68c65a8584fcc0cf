package io.braid.numa.topology;

import io.braid.linux.CpuSet;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads {@code bus/pci/devices}: the NICs and GPUs, and where they are. */
final class PciReader {
    private static final String ROOT = "bus/pci/devices";
    private static final String ADDRESS = "[0-9a-f]{4,8}:[0-9a-f]{2}:[0-9a-f]{2}\\.[0-7]";
    private static final String HOST_BRIDGE = "pci[0-9a-f]{4,8}:[0-9a-f]{2}";
    private static final String INTERFACE = "[\\x21-\\x7e&&[^/:]]{1,15}";
    private static final int MAX_DEVICES = 1024;

    private final SysTree sys;
    private final List<NumaNode> nodes;

    PciReader(SysTree sys, List<NumaNode> nodes) {
        this.sys = sys;
        this.nodes = nodes;
    }

    List<PciDevice> read() {
        var devices = new ArrayList<PciDevice>();
        for (String address : sys.names(ROOT, ADDRESS)) {
            String directory = ROOT + "/" + address + "/";
            Optional<Integer> code = sys.text(directory + "class")
                    .filter(text -> text.matches("0x[0-9a-fA-F]{1,6}"))
                    .map(text -> Integer.parseInt(text.substring(2), 16));
            if (code.isEmpty() || !isWanted(code.get() >> 16)) {
                continue;
            }
            if (devices.size() == MAX_DEVICES) {
                sys.note("more than " + MAX_DEVICES + " NICs and GPUs; the rest is ignored");
                break;
            }
            devices.add(read(address, directory, code.get()));
        }
        return devices;
    }

    private static boolean isWanted(int baseClass) {
        return baseClass == PciDevice.NETWORK || baseClass == PciDevice.DISPLAY;
    }

    private PciDevice read(String address, String directory, int code) {
        List<String> way = way(address);
        Optional<String> driver =
                sys.link(directory + "driver").map(Path::getFileName).map(name -> SysTree.clean(name.toString()));
        List<String> bridges = way.stream()
                .map(path -> path.substring(path.lastIndexOf('/') + 1))
                .toList();
        Placed placed = place(directory, way);
        return new PciDevice(address, code, placed.node(), placed.source(), bridges, driver, interfaces(directory));
    }

    private List<String> interfaces(String directory) {
        var names = new ArrayList<>(sys.names(directory + "net", INTERFACE));
        // The interface of a virtio NIC belongs to the virtio device that the PCI device has.
        sys.names(directory, "virtio[0-9]{1,5}")
                .forEach(child -> names.addAll(sys.names(directory + child + "/net", INTERFACE)));
        return names;
    }

    private record Placed(int node, NodeSource source) {}

    private Placed place(String directory, List<String> way) {
        int own = node(directory);
        if (own >= 0) {
            return new Placed(own, NodeSource.OWN);
        }
        if (nodes.size() == 1) {
            return new Placed(nodes.getFirst().id(), NodeSource.ONLY_NODE);
        }
        for (String bridge : way.reversed()) {
            int node = node(bridge + "/");
            if (node >= 0) {
                return new Placed(node, NodeSource.BRIDGE);
            }
        }
        int local = nodeOfLocalCpus(directory);
        return local >= 0 ? new Placed(local, NodeSource.LOCAL_CPUS) : new Placed(-1, NodeSource.UNKNOWN);
    }

    /** What {@code numa_node} says, if it is a node of this host. */
    private int node(String directory) {
        int node = sys.integer(directory + "numa_node", -1);
        if (node >= 0 && nodes.stream().noneMatch(known -> known.id() == node)) {
            sys.note(directory + "numa_node says " + node + ", which is not a node of this host; ignored");
            return -1;
        }
        return node;
    }

    /** The node that has all CPUs close to the device; -1 if there are several, as when firmware says nothing. */
    private int nodeOfLocalCpus(String directory) {
        CpuSet local =
                sys.set(directory + "local_cpulist", directory + "local_cpus").orElse(CpuSet.empty());
        if (local.isEmpty()) {
            return -1;
        }
        return nodes.stream()
                .filter(node -> node.cpus().containsAll(local))
                .mapToInt(NumaNode::id)
                .findFirst()
                .orElse(-1);
    }

    /**
     * The paths of the bridges above a device from the root, read off the link {@code bus/pci/devices/ADDRESS ->
     * ../../../devices/pci0000:3a/0000:3a:00.0/0000:3b:00.0}; empty when it is no such link.
     */
    private List<String> way(String address) {
        Optional<Path> link = sys.link(ROOT + "/" + address);
        if (link.isEmpty() || link.get().isAbsolute()) {
            return List.of();
        }
        Path target = Path.of(ROOT).resolve(link.get()).normalize();
        if (!target.startsWith("devices") || target.getNameCount() > 64) {
            return List.of(); // it leads out of the tree, or is a bad joke
        }
        var way = new ArrayList<String>();
        for (int i = 1; i < target.getNameCount() - 1; i++) {
            String name = target.getName(i).toString();
            if (name.matches(HOST_BRIDGE) || name.matches(ADDRESS)) {
                way.add(target.subpath(0, i + 1).toString());
            }
        }
        return way;
    }
}
