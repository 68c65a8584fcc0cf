package io.braid.dataplane.check;

import io.braid.dataplane.config.ConfigException;
import io.braid.dataplane.config.ConfigLoader;
import io.braid.dataplane.config.HostConfig;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

/** A host made of files in a temporary directory; as made, it can run the default configuration. */
final class FakeHost {
    private final Path root;

    FakeHost(Path root) throws IOException {
        this.root = root;
        file("proc/self/status", "Name:\tjava\nCapEff:\t000001ffffffffff\nCpus_allowed_list:\t0-3\n");
        file("proc/meminfo", "MemTotal: 8000000 kB\nMemFree: 1 kB\nMemAvailable:    4194304 kB\n");
        file("sys/devices/system/cpu/online", "0-7");
        hugepages(0, 2048, 256);
        hugepages(1, 2048, 0);
        String libraries = "usr/lib/x86_64-linux-gnu/";
        file(libraries + "librte_eal.so.23", "");
        file(libraries + "librte_mempool_ring.so.23", "");
        for (String driver : List.of("tap", "null", "af_packet", "mlx5", "virtio")) {
            file(libraries + "dpdk/pmds-23.0/librte_net_" + driver + ".so.23", "");
        }
        Files.createDirectories(root.resolve("run"));
    }

    HostFiles files() {
        return new HostFiles(root.resolve("sys"), root.resolve("proc"), root, List.of());
    }

    Path file(String path, String content) throws IOException {
        Path file = root.resolve(path);
        Files.createDirectories(file.getParent());
        return Files.writeString(file, content + "\n");
    }

    void delete(String path) throws IOException {
        Files.delete(root.resolve(path));
    }

    void link(String path, String target) throws IOException {
        Path link = root.resolve(path);
        Files.createDirectories(link.getParent());
        Files.createSymbolicLink(link, Path.of(target));
    }

    void hugepages(int node, int kib, int free) throws IOException {
        file("sys/devices/system/node/node" + node + "/hugepages/hugepages-" + kib + "kB/free_hugepages", "" + free);
    }

    /** A NIC; {@code driver} empty for none. */
    void nic(String name, String vendor, String driver) throws IOException {
        String device = "sys/bus/pci/devices/" + name + "/";
        file(device + "class", "0x020000");
        file(device + "vendor", vendor);
        file(device + "numa_node", "1");
        file(device + "current_link_speed", "16.0 GT/s PCIe");
        file(device + "max_link_speed", "16.0 GT/s PCIe");
        file(device + "current_link_width", "16");
        file(device + "max_link_width", "16");
        if (!driver.isEmpty()) {
            link(device + "driver", "../../../bus/pci/drivers/" + driver);
        }
    }

    void iface(String name, int mtu, boolean up) throws IOException {
        file("sys/class/net/" + name + "/mtu", "" + mtu);
        file("sys/class/net/" + name + "/flags", up ? "0x1003" : "0x1002");
        file("sys/class/net/" + name + "/uevent", "INTERFACE=" + name);
    }

    /** A configuration with one uplink on the device; {@code more} is YAML for other sections. */
    static HostConfig config(String device, String more) throws ConfigException {
        String text = """
                uplinks: [{name: nic0, device: "%s", addresses: [10.0.0.1/24], gateways: [10.0.0.254]}]
                tasks: {prefixes: [10.100.0.0/16]}
                %s
                """.formatted(device, more);
        return ConfigLoader.parse("host.yaml", text.getBytes(StandardCharsets.UTF_8))
                .config();
    }

    /** The findings on a configuration, one a line. */
    String check(String device, String more) throws ConfigException {
        return HostCheck.run(config(device, more), files()).stream()
                .map(Finding::toString)
                .collect(Collectors.joining("\n"))
                .replace(root + "/", "/");
    }
}
