/**
 * The parts of Linux that the JDK has no API for, reached through the foreign function interface: CPU affinity and
 * real-time priority, network namespaces, rtnetlink, TCP and UDP sockets with the options of routing protocols, and the
 * two file and command interfaces that belong to them (sysctl and iproute2).
 *
 * <p>The package exists so that no other one needs a native call, a structure offset or an errno number. It is written
 * by hand because the calls are few and their structures are kernel ABI, which never changes; and it uses neither JNA
 * nor C, because both would add a native library to every installation. Byte formats (netlink) are parsed by classes
 * without I/O, so that they can be tested with bytes.
 *
 * <p>Failures are {@link io.braid.linux.LinuxException}s that name the call, the errno and, where known, what to do.
 * Nothing here belongs on a packet's way.
 */
@NullMarked
package io.braid.linux;

import org.jspecify.annotations.NullMarked;
