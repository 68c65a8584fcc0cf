package io.braid.dataplane.config;

import java.util.List;

/**
 * How DPDK is started.
 *
 * @param memory memory for packet buffers and DPDK's own structures
 * @param hugepages whether that memory is hugepages
 * @param spareUplinks how many uplinks may be added later
 * @param extraArgs further EAL arguments, each as one word of a command line
 */
public record DpdkConfig(
        @Option(
                doc = "Memory for packet buffers, rings and DPDK's own structures, in all.",
                defaultValue = "512MiB",
                range = "64MiB..1TiB")
        ByteSize memory,

        @Option(
                doc = "Whether that memory is made of hugepages: `auto` uses them if enough are free and else"
                        + " ordinary pages with a"
                        + " warning, `on` refuses to start without them, `off` never uses them.",
                defaultValue = "auto")
        HugepageUse hugepages,

        @Option(
                doc = "For how many uplinks more than the file names buffers are made at the start, each like the"
                        + " uplink that needs most, so that `braid reload` can add them. An uplink that was removed leaves"
                        + " its buffers for the next one, and virtual devices need so few that there is mostly room.",
                defaultValue = "0",
                range = "0..7")
        int spareUplinks,

        @Option(
                doc = "Further arguments for DPDK's EAL, one word per entry. Those that Braid sets itself are"
                        + " refused: cores, memory,"
                        + " `--in-memory`, `--no-huge`, `--file-prefix`, `--proc-type`.",
                defaultValue = "[]",
                range = "0..64",
                example = "[\"--log-level=pmd.net.mlx5:debug\"]")
        List<String> extraArgs) {
    /** Copies the list, so that the record cannot change. */
    public DpdkConfig {
        extraArgs = List.copyOf(extraArgs);
    }
}
