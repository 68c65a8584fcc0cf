package io.braid.dpdk;

import io.braid.dpdk.ffi.DpdkHeaders;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Finds and loads DPDK's shared libraries, and refuses an ABI whose structures this build does not know.
 *
 * <p>Offsets of packet and port structures differ between DPDK ABIs, so a library of another ABI would be read wrongly rather than fail; it is refused before
 * anything is called. The known ones: {@link Abi}.
 */
public final class DpdkLibraries {
    /** Overrides where the libraries are looked for. */
    public static final String DIRECTORY_PROPERTY = "braid.dpdk.libdir";

    private static final List<String> NEEDED = List.of("eal", "ring", "mempool", "mbuf", "ethdev");
    private static final String PREFIX = "librte_eal.so.";

    private static volatile @Nullable Found loaded;

    private DpdkLibraries() {}

    /** A DPDK that this build can use, and where it is. */
    public record Found(Path directory, Abi abi) {
        /** The file of one of its libraries. */
        Path file(String library) {
            return directory.resolve(abi.file(library));
        }
    }

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
     * The first directory that holds a DPDK of a known ABI; where it holds several, the newest.
     *
     * @throws DpdkException when there is none; the message says what was found instead and what to install
     */
    public static Found locate() {
        var others = new TreeSet<String>();
        for (Path directory : searchPath()) {
            List<String> names = versions(directory);
            Optional<Found> found = Abi.newestFirst().stream()
                    .filter(abi -> names.contains(PREFIX + abi.number()))
                    .map(abi -> new Found(directory, abi))
                    .findFirst();
            if (found.isPresent()) {
                return found.get();
            }
            names.forEach(name -> others.add(directory.resolve(name).toString()));
        }
        String install = "install " + Abi.known() + ": apt-get install dpdk";
        throw new DpdkException(
                others.isEmpty()
                        ? "no DPDK found: " + Abi.knownFiles() + " is in none of " + searchPath() + "; " + install
                        : "DPDK has an ABI this build does not know: found " + others + ", need " + Abi.knownFiles()
                                + "; " + install);
    }

    private static List<String> versions(Path directory) {
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(file -> String.valueOf(file.getFileName()))
                    .filter(name -> name.matches("librte_eal\\.so\\.\\d+"))
                    .toList();
        } catch (IOException absent) {
            return List.of(); // a directory of the search path need not exist
        }
    }

    /** Loads what Braid calls; harmless when repeated. */
    static synchronized void load() {
        if (loaded != null) {
            return;
        }
        Found found = locate();
        for (String name : NEEDED) {
            loadOne(found, name);
        }
        String version = version();
        if (!version.contains(" " + found.abi().release())) {
            throw new DpdkException("DPDK in " + found.directory() + " says it is \"" + version
                    + "\", but its ABI number is that of " + found.abi().release());
        }
        loaded = found;
    }

    private static Found requireLoaded() {
        Found found = loaded;
        if (found == null) {
            throw new IllegalStateException("DPDK is not loaded; start the EAL first");
        }
        return found;
    }

    /** The ABI of the loaded library; it stays the same for as long as the process lives. */
    static Abi loadedAbi() {
        return requireLoaded().abi();
    }

    /** Loads a further library of the loaded DPDK, such as {@code net_ring}. */
    static void loadOne(String name) {
        loadOne(requireLoaded(), name);
    }

    static void loadOne(Found dpdk, String name) {
        Path file = dpdk.file(name);
        try {
            System.load(file.toString());
        } catch (UnsatisfiedLinkError error) {
            throw new DpdkException("cannot load " + file + ": " + error.getMessage() + "; install the Debian package "
                    + dpdk.abi().debianPackage(name));
        }
    }

    /** The library's own version, such as {@code "DPDK 22.11.11"}. */
    static String version() {
        return DpdkHeaders.rte_version().reinterpret(128).getString(0);
    }
}
