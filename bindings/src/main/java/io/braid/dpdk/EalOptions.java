package io.braid.dpdk;

import java.util.ArrayList;
import java.util.List;

/**
 * What the environment abstraction layer is started with.
 *
 * @param memoryMiB memory for packets and rings in MiB, at least 32; taken at once with ordinary pages, an upper bound with hugepages
 * @param hugepages whether to use hugepages
 * @param pciDevices PCI addresses ({@code 0000:3b:00.0}) to open; no other PCI device is touched, and none at all when empty
 * @param mainCpu the CPU named to EAL as its main lcore; no thread of Braid runs there because of it
 * @param extraArguments appended as they are
 */
public record EalOptions(
        int memoryMiB, Hugepages hugepages, List<String> pciDevices, int mainCpu, List<String> extraArguments) {

    /** Hugepage use. */
    public enum Hugepages {
        /** Use them if any are reserved, else ordinary pages with a warning. */
        AUTO,
        /** Use them; fail if none are reserved. */
        ON,
        /** Use ordinary pages. */
        OFF
    }

    private static final int MIN_MEMORY_MIB = 32;

    public EalOptions {
        if (memoryMiB < MIN_MEMORY_MIB) {
            throw new IllegalArgumentException("memoryMiB " + memoryMiB + " is less than " + MIN_MEMORY_MIB);
        }
        pciDevices = List.copyOf(pciDevices);
        extraArguments = List.copyOf(extraArguments);
    }

    /** Ordinary pages, no PCI devices: what tests and development boxes use. */
    public static EalOptions ordinaryPages(int memoryMiB) {
        return new EalOptions(memoryMiB, Hugepages.OFF, List.of(), 0, List.of());
    }

    /** Free hugepages on this host in MiB, over all sizes and nodes. */
    public static long freeHugepagesMiB() {
        return HostMemory.hugepagesMiB("free_hugepages");
    }

    /**
     * Whether a second process of this host would find memory of the same kind as when it had the host to itself: as many hugepages, or as many ordinary pages
     * and a quarter more.
     */
    public boolean hasMemoryBesideAnother() {
        boolean wantsHugepages = hugepages == Hugepages.ON
                || (hugepages == Hugepages.AUTO && HostMemory.hugepagesMiB("nr_hugepages") >= memoryMiB);
        return wantsHugepages
                ? freeHugepagesMiB() >= memoryMiB
                : HostMemory.availableMiB() >= memoryMiB + memoryMiB / 4L;
    }

    /** Whether hugepages will be used, given what is free now. */
    boolean useHugepages() {
        return switch (hugepages) {
            case OFF -> false;
            case AUTO -> freeHugepagesMiB() >= memoryMiB;
            case ON -> {
                if (freeHugepagesMiB() == 0) {
                    throw new DpdkException(
                            "hugepages are required by the configuration but none are free; reserve some, e.g. "
                                    + "`echo " + (memoryMiB + 1) / 2
                                    + " > /proc/sys/vm/nr_hugepages`, or set dpdk.hugepages: auto");
                }
                yield true;
            }
        };
    }

    /** The arguments for {@code rte_eal_init}, program name first. */
    List<String> arguments(boolean useHugepages) {
        var list = new ArrayList<String>(List.of("braid", "-l", Integer.toString(mainCpu), "--no-telemetry"));
        list.add("--file-prefix=braid-" + ProcessHandle.current().pid());
        // Warnings only: EAL's notices describe probing, which Braid reports itself.
        list.add("--log-level=*:warning");
        if (useHugepages) {
            // In-memory: needs no hugetlbfs mount and leaves no files behind.
            list.addAll(List.of("--in-memory", "--socket-limit=" + memoryMiB));
        } else {
            list.addAll(List.of("--no-huge", "--no-shconf", "-m", Integer.toString(memoryMiB)));
        }
        if (pciDevices.isEmpty()) {
            list.add("--no-pci");
        } else {
            pciDevices.forEach(device -> list.addAll(List.of("-a", device)));
        }
        list.addAll(extraArguments);
        return list;
    }
}
