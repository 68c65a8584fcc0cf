package io.braid.linux;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * What the kernel leaves to an interface of the caller's namespace to do, as {@code ethtool -k} shows it. Any thread.
 *
 * <pre>
 *   struct ifreq              name[16], pointer to one of these, padding to 40 bytes
 *   struct ethtool_sset_info  u32 cmd, u32 reserved, u64 mask of sets, u32 strings in each
 *   struct ethtool_gstrings   u32 cmd, u32 set, u32 count, count x 32 bytes
 *   struct ethtool_gfeatures  u32 cmd, u32 blocks, blocks x (u32 available, requested, active, never changed)
 *   struct ethtool_sfeatures  u32 cmd, u32 blocks, blocks x (u32 valid, requested)
 * </pre>
 *
 * Bit n of the features is string n of the set; numbers differ between kernels, names do not. Source: {@code linux/ethtool.h}.
 */
public final class Offloads {
    private static final long SIOCETHTOOL = 0x8946;
    private static final int GSTRINGS = 0x1b;
    private static final int GSSET_INFO = 0x37;
    private static final int GFEATURES = 0x3a;
    private static final int SFEATURES = 0x3b;
    private static final int FEATURES = 4; // enum ethtool_stringset
    private static final int NAME_BYTES = 32;
    private static final int IFREQ_BYTES = 40;
    private static final int IFNAMSIZ = 16;

    private Offloads() {}

    /**
     * Has the kernel finish what it sends by an interface: whole checksums, and no packet larger than the MTU. For an interface whose packets something reads that
     * cannot finish them. Packets are still built large and cut late (generic segmentation), which saves time and changes nothing about what leaves.
     *
     * @throws LinuxException when there is no such interface, or this is not allowed
     */
    public static void finishSending(String iface) {
        switchOff(iface, Offloads::leavesWork);
        List<String> left = active(iface).stream()
                .filter(name -> name.startsWith("tx-checksum-") || name.startsWith("tx-tcp"))
                .toList();
        if (!left.isEmpty()) {
            throw new LinuxException("SIOCETHTOOL(" + iface + ")", Errno.EOPNOTSUPP, left + " cannot be switched off");
        }
    }

    private static boolean leavesWork(String name) {
        boolean cuts =
                name.startsWith("tx-") && name.endsWith("-segmentation") && !name.equals("tx-generic-segmentation");
        return cuts || name.startsWith("tx-checksum-");
    }

    /** The names of what is switched on, in the kernel's order. */
    public static List<String> active(String iface) {
        return with(iface, Offloads::readActive);
    }

    private static List<String> readActive(Request request) {
        List<String> names = request.names();
        int blocks = blocks(names.size());
        MemorySegment got = request.arena().allocate(2L * Integer.BYTES + 16L * blocks, 8);
        got.set(JAVA_INT, 0, GFEATURES);
        got.set(JAVA_INT, 4, blocks);
        request.call(got);
        var active = new ArrayList<String>();
        for (int bit = 0; bit < names.size(); bit++) {
            if (((got.get(JAVA_INT, 8 + 16L * (bit / 32) + 8) >>> (bit % 32)) & 1) != 0) {
                active.add(names.get(bit));
            }
        }
        return active;
    }

    private static void switchOff(String iface, Predicate<String> which) {
        with(iface, request -> {
            List<String> names = request.names();
            int blocks = blocks(names.size());
            MemorySegment set = request.arena().allocate(2L * Integer.BYTES + 8L * blocks, 8);
            set.set(JAVA_INT, 0, SFEATURES);
            set.set(JAVA_INT, 4, blocks);
            for (int bit = 0; bit < names.size(); bit++) {
                if (which.test(names.get(bit))) {
                    long valid = 8 + 8L * (bit / 32);
                    set.set(JAVA_INT, valid, set.get(JAVA_INT, valid) | (1 << (bit % 32)));
                }
            }
            return request.call(set); // above 0: some could not be changed, which the caller finds out
        });
    }

    private static int blocks(int features) {
        return (features + 31) / 32;
    }

    private interface Work<T> {
        T of(Request request);
    }

    private static <T> T with(String iface, Work<T> work) {
        byte[] name = iface.getBytes(StandardCharsets.UTF_8);
        if (name.length == 0 || name.length >= IFNAMSIZ) {
            throw new IllegalArgumentException("'" + iface + "' is no interface name");
        }
        int fd = Libc.socket(LibcSocket.AF_INET, LibcSocket.SOCK_DGRAM | Libc.SOCK_CLOEXEC, 0);
        if (fd < 0) {
            throw new LinuxException("socket(AF_INET)", fd);
        }
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment ifreq = arena.allocate(IFREQ_BYTES, 8);
            MemorySegment.copy(name, 0, ifreq, JAVA_BYTE, 0, name.length);
            return work.of(new Request(iface, fd, ifreq, arena));
        } finally {
            Libc.close(fd);
        }
    }

    /** A socket to ask by, and whom about. */
    private record Request(String iface, int fd, MemorySegment ifreq, Arena arena) {
        int call(MemorySegment command) {
            ifreq.set(JAVA_LONG, IFNAMSIZ, command.address());
            int result = Libc.ioctl(fd, SIOCETHTOOL, ifreq);
            if (result < 0) {
                throw new LinuxException("SIOCETHTOOL(" + iface + ")", result);
            }
            return result;
        }

        List<String> names() {
            MemorySegment info = arena.allocate(2L * Integer.BYTES + Long.BYTES + Integer.BYTES, 8);
            info.set(JAVA_INT, 0, GSSET_INFO);
            info.set(JAVA_LONG, 8, 1L << FEATURES);
            call(info);
            int count = info.get(JAVA_INT, 16);
            MemorySegment strings = arena.allocate(12 + (long) NAME_BYTES * count, 8);
            strings.set(JAVA_INT, 0, GSTRINGS);
            strings.set(JAVA_INT, 4, FEATURES);
            strings.set(JAVA_INT, 8, count);
            call(strings);
            var names = new ArrayList<String>(count);
            for (int i = 0; i < count; i++) {
                names.add(
                        strings.asSlice(12 + (long) NAME_BYTES * i, NAME_BYTES).getString(0));
            }
            return names;
        }
    }
}
