package io.braid.numa.topology;

import io.braid.linux.CpuSet;

/**
 * The CPUs that share one last-level cache.
 *
 * @param level 3 where there is an L3
 * @param cpus those that share it
 */
public record CacheGroup(int level, CpuSet cpus) {}
