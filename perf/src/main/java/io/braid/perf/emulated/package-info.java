/**
 * {@code braid lab emulated}: Braid on a two-socket host with four PCI NICs, emulated by QEMU.
 *
 * <p>It exists because what depends on NUMA nodes, NIC queues, an IOMMU and the kernel's vhost-net cannot be tried in network namespaces. What is found is taken
 * from the kernels of both ends (sysfs, procfs, interface counters) wherever they can tell; where only Braid can, the check says so. Speeds are those of an
 * emulated CPU and mean nothing but in comparison with each other.
 */
@NullMarked
package io.braid.perf.emulated;

import org.jspecify.annotations.NullMarked;
