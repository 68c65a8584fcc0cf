package io.braid.perf.soak;

/**
 * What the dataplane's process has at one moment, when no task comes or goes.
 *
 * @param seconds since the run began
 * @param residentBytes of its memory
 * @param files open file descriptors
 * @param threads of the kernel's count
 * @param buffers packet buffers out of the pool, those in device queues and caches included
 * @param flows remembered
 * @param collections of garbage so far
 * @param collectionSeconds that these took
 */
record Sample(
        double seconds,
        long residentBytes,
        int files,
        int threads,
        long buffers,
        long flows,
        long collections,
        double collectionSeconds) {}
