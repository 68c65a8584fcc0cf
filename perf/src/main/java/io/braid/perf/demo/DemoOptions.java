package io.braid.perf.demo;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * What a run of the demo may be asked for.
 *
 * @param rateBitsPerSecond of each uplink
 * @param seconds length of each bulk transfer, 4 to 10
 * @param flows of each bulk transfer, over two tasks and both families: a multiple of four
 * @param policy value of {@code egress.policy}, or null for the default
 * @param json where to write the figures, or null
 * @param report where to write the HTML page, or null
 * @param keep leave the lab in place at the end
 * @param kernel measure the kernel's own forwarding in Braid's place
 */
record DemoOptions(
        long rateBitsPerSecond,
        int seconds,
        int flows,
        @Nullable String policy,
        @Nullable Path json,
        @Nullable Path report,
        boolean keep,
        boolean kernel) {}
