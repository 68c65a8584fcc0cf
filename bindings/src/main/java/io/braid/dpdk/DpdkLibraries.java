package io.braid.dpdk;

import io.braid.dpdk.ffi.DpdkHeaders;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Finds and loads DPDK's shared libraries, and refuses an ABI whose structures this build does not know.
 *
 * <p>Offsets of packet and port structures differ between DPDK ABIs, so a library of another ABI would be read wrongly rather than fail; it is refused before
 * anything is called. Known: ABI 23 (DPDK 22.11, Debian 12).
 */
public final class DpdkLibraries {
    /** The ABI (the {@code N} of {@code librte_eal.so.N}) the generated bindings were made from. */
    public static final int ABI = 23;

    /** Overrides where the libraries are looked for. */
    public static final String DIRECTORY_PROPERTY = "braid.dpdk.libdir";

    private static final List<String> NEEDED = List.of("eal", "ring", "mempool", "mbuf", "ethdev");
    private static final String PREFIX = "librte_eal.so.";

    private DpdkLibraries() {}

    /** The directories searched, in order. */
    public static List<Path> searchPath() {
        String override = System.getProperty(DIRECTORY_PROPERTY);
        if (override != null) {
            return List.of(Path.of(override));
        }
        String triplet =
                System.getProperty("os.arch", "").toLowerCase(Locale.ROOT).equals("aarch64")
                        ? "aarch64-linux-gnu"
                        : "x86_64-linux-gnu";
        return List.of(
                Path.of("/usr/local/lib", triplet),
                Path.of("/usr/local/lib64"),
                Path.of("/usr/local/lib"),
                Path.of("/usr/lib", triplet),
                Path.of("/usr/lib64"));
    }

    /**
     * The directory that holds a DPDK of the known ABI.
     *
     * @throws DpdkException when there is none; the message says what was found instead and what to install
     */
    public static Path locate() {
        var others = new TreeSet<String>();
        for (Path directory : searchPath()) {
            for (String name : versions(directory)) {
                if (name.equals(PREFIX + ABI)) {
                    return directory;
                }
                others.add(directory.resolve(name).toString());
            }
        }
        String install = "install DPDK 22.11 (Debian 12: apt-get install dpdk librte-net-af-packet23 librte-net-tap23)";
        throw new DpdkException(
                others.isEmpty()
                        ? "no DPDK found: " + PREFIX + ABI + " is in none of " + searchPath() + "; " + install
                        : "DPDK has an ABI this build does not know: found " + others + ", need " + PREFIX + ABI + "; "
                                + install);
    }

    private static List<String> versions(Path directory) {
        var found = new ArrayList<String>();
        try (Stream<Path> files = Files.list(directory)) {
            files.map(file -> String.valueOf(file.getFileName()))
                    .filter(name -> name.matches("librte_eal\\.so\\.\\d+"))
                    .forEach(found::add);
        } catch (IOException absent) {
            return List.of(); // a directory of the search path need not exist
        }
        return found;
    }

    /** Loads what Braid calls; harmless when repeated. */
    static void load() {
        Path directory = locate();
        for (String name : NEEDED) {
            loadOne(directory, name);
        }
        String version = version();
        if (!version.contains(" 22.11")) {
            throw new DpdkException(
                    "DPDK in " + directory + " says it is \"" + version + "\", but its ABI number is that of 22.11");
        }
    }

    /** Loads a further library of the same DPDK, such as {@code net_ring}. */
    static void loadOne(Path directory, String name) {
        Path file = directory.resolve("librte_" + name + ".so." + ABI);
        try {
            System.load(file.toString());
        } catch (UnsatisfiedLinkError error) {
            throw new DpdkException("cannot load " + file + ": " + error.getMessage()
                    + "; install the Debian package librte-" + name.replace('_', '-') + ABI);
        }
    }

    /** The library's own version, such as {@code "DPDK 22.11.11"}. */
    static String version() {
        return DpdkHeaders.rte_version().reinterpret(128).getString(0);
    }
}
