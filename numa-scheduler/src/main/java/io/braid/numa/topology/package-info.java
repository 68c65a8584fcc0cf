/**
 * What a host is made of: NUMA nodes, CPUs, shared caches, NICs and GPUs, read from sysfs.
 *
 * <p>The package exists so that placement is decided on plain values that a test can make: what reads files is here, and
 * what decides is in {@link io.braid.numa.plan}. A file that is missing, unreadable or nonsense never stops a host from
 * starting; the reader leaves a note that says what it took instead.
 *
 * <p>Formats follow the kernel's {@code Documentation/ABI} (stable/sysfs-devices-node, stable/sysfs-devices-system-cpu,
 * testing/sysfs-bus-pci) and {@code Documentation/admin-guide/cgroup-v2.rst}.
 */
@NullMarked
package io.braid.numa.topology;

import org.jspecify.annotations.NullMarked;
