package io.braid.dataplane.check;

import io.braid.dataplane.config.DeviceSpec;
import io.braid.dataplane.config.HostConfig;
import io.braid.dpdk.Abi;
import io.braid.dpdk.DpdkLibraries;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Whether DPDK's shared libraries are there: the EAL of a known ABI, and the drivers that the configuration needs. */
final class LibraryCheck {
    private static final String SUBJECT = "dpdk";
    private static final String INSTALL = "apt-get install dpdk (" + Abi.known() + ")";

    /** Drivers whose device names differ from their library's. */
    private static final Map<String, String> DRIVER_LIBRARIES = Map.of(
            "net_virtio_user",
            "net_virtio",
            "virtio_user",
            "net_virtio",
            "net_tun",
            "net_tap",
            "net_bonding",
            "net_bond");

    /** PCI vendors with one driver; the other vendors' depends on the device. */
    private static final Map<String, String> VENDOR_LIBRARIES = Map.of(
            "0x15b3",
            "net_mlx5",
            "0x1af4",
            "net_virtio",
            "0x1d0f",
            "net_ena",
            "0x15ad",
            "net_vmxnet3",
            "0x14e4",
            "net_bnxt");

    private LibraryCheck() {}

    static List<Finding> run(HostConfig config, HostFiles files) {
        List<Path> directories = directories(files);
        Optional<Abi> known = abi(directories);
        if (known.isEmpty()) {
            List<String> others = directories.stream()
                    .flatMap(directory -> HostFiles.names(directory).stream())
                    .filter(name -> name.matches("librte_eal\\.so\\.[0-9]+"))
                    .distinct()
                    .toList();
            String found = others.isEmpty()
                    ? Abi.knownFiles() + " is not found"
                    : "found " + String.join(", ", others) + ", which is not supported";
            return List.of(Finding.fail(SUBJECT, found, INSTALL));
        }
        var findings = new ArrayList<Finding>();
        Abi abi = known.get();
        find(directories, abi.file("eal")).ifPresent(eal -> findings.add(Finding.ok(SUBJECT, eal.toString())));
        for (String library : libraries(config, files)) {
            String file = abi.file(library);
            if (find(directories, file).isEmpty()) {
                findings.add(Finding.fail(
                        SUBJECT,
                        "the driver " + file + " is not found",
                        "apt-get install " + abi.debianPackage(library)));
            }
        }
        if (findings.size() == 1) {
            findings.add(Finding.ok(SUBJECT, "drivers: " + String.join(", ", libraries(config, files))));
        }
        return findings;
    }

    /** net_tap fronts tasks and punts; mempool_ring holds packet buffers. */
    private static Set<String> libraries(HostConfig config, HostFiles files) {
        var libraries = new LinkedHashSet<>(List.of("mempool_ring", "net_tap"));
        for (var uplink : config.uplinks()) {
            switch (uplink.device()) {
                case DeviceSpec.Vdev vdev -> libraries.add(DRIVER_LIBRARIES.getOrDefault(vdev.driver(), vdev.driver()));
                case DeviceSpec.Pci pci ->
                    HostFiles.text(files.sysfs()
                                    .resolve("bus/pci/devices")
                                    .resolve(pci.name())
                                    .resolve("vendor"))
                            .map(VENDOR_LIBRARIES::get)
                            .ifPresent(libraries::add);
            }
        }
        return libraries;
    }

    private static List<Path> directories(HostFiles files) {
        var bases = new ArrayList<>(files.libraryPath());
        Stream.of("/usr/local/lib", "/usr/local/lib64", "/usr/lib", "/usr/lib64", "/lib", "/lib64")
                .map(Path::of)
                .map(files::path)
                .forEach(base -> {
                    bases.add(base);
                    // Debian's multi-arch directories: x86_64-linux-gnu and the like
                    HostFiles.names(base).stream()
                            .filter(name -> name.endsWith("-linux-gnu"))
                            .map(base::resolve)
                            .forEach(bases::add);
                });
        var all = new ArrayList<Path>();
        for (Path base : bases) {
            all.add(base);
            Path plugins = base.resolve("dpdk");
            HostFiles.names(plugins).stream()
                    .filter(name -> name.startsWith("pmds-"))
                    .map(plugins::resolve)
                    .forEach(all::add);
        }
        return all;
    }

    /** That of the first directory that has a known one; where it has several, the newest: as {@link DpdkLibraries} chooses. */
    private static Optional<Abi> abi(List<Path> directories) {
        return directories.stream()
                .flatMap(directory ->
                        Abi.newestFirst().stream().filter(abi -> Files.exists(directory.resolve(abi.file("eal")))))
                .findFirst();
    }

    private static Optional<Path> find(List<Path> directories, String name) {
        return directories.stream()
                .map(directory -> directory.resolve(name))
                .filter(Files::exists)
                .findFirst();
    }
}
