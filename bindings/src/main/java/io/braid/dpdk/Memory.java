package io.braid.dpdk;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Reads and writes native memory by absolute address, without a bounds check and without an object per access.
 *
 * <p>All access goes through one static segment that spans the address space, which the JIT compiles to a single load or store. That makes every caller
 * responsible for its addresses: a wrong one is a crash of the process, so code that handles bytes from a wire compares every offset with {@link
 * Packet#dataLength(long)} first. Multi-byte names ending in {@code Be} use network byte order, the others the machine's (little-endian on every platform
 * Braid runs on). Any thread may call these; ordering between threads is the caller's business.
 */
public final class Memory {
    private static final MemorySegment ALL = MemorySegment.NULL.reinterpret(Long.MAX_VALUE);

    private static final ValueLayout.OfShort SHORT =
            ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    private static final VarHandle CELL = ValueLayout.JAVA_LONG.varHandle();

    /** All addresses there are have these bits at most: user space ends at 2^47, or 2^56 with five levels of page tables. */
    private static final long ADDRESS_BITS = (1L << 62) - 1;

    private Memory() {}

    /**
     * Changes no address, but lets the compiler know that it, and what lies near it, is inside of all memory; the check that each access makes else is left out then. For
     * the base of several accesses.
     */
    public static long inRange(long address) {
        return address & ADDRESS_BITS;
    }

    /** The unsigned byte at {@code address}, 0 to 255. */
    public static int getByte(long address) {
        return ALL.get(ValueLayout.JAVA_BYTE, address) & 0xff;
    }

    public static void putByte(long address, int value) {
        ALL.set(ValueLayout.JAVA_BYTE, address, (byte) value);
    }

    /** The unsigned 16-bit value at {@code address} in machine order, 0 to 65535. */
    public static int getShort(long address) {
        return ALL.get(SHORT, address) & 0xffff;
    }

    public static void putShort(long address, int value) {
        ALL.set(SHORT, address, (short) value);
    }

    /** The unsigned 16-bit value at {@code address} in network order, 0 to 65535. */
    public static int getShortBe(long address) {
        return Short.reverseBytes(ALL.get(SHORT, address)) & 0xffff;
    }

    public static void putShortBe(long address, int value) {
        ALL.set(SHORT, address, Short.reverseBytes((short) value));
    }

    public static int getInt(long address) {
        return ALL.get(INT, address);
    }

    public static void putInt(long address, int value) {
        ALL.set(INT, address, value);
    }

    public static int getIntBe(long address) {
        return Integer.reverseBytes(ALL.get(INT, address));
    }

    public static void putIntBe(long address, int value) {
        ALL.set(INT, address, Integer.reverseBytes(value));
    }

    public static long getLong(long address) {
        return ALL.get(LONG, address);
    }

    public static void putLong(long address, long value) {
        ALL.set(LONG, address, value);
    }

    public static long getLongBe(long address) {
        return Long.reverseBytes(ALL.get(LONG, address));
    }

    public static void putLongBe(long address, long value) {
        ALL.set(LONG, address, Long.reverseBytes(value));
    }

    /** Reads a counter cell another thread writes: never torn, never cached, without ordering of other accesses. 8-byte aligned addresses only. */
    public static long getLongOpaque(long address) {
        return (long) CELL.getOpaque(ALL, address);
    }

    /** Writes a counter cell other threads read; see {@link #getLongOpaque}. */
    public static void putLongOpaque(long address, long value) {
        CELL.setOpaque(ALL, address, value);
    }

    /** Copies {@code length} bytes; the ranges may overlap. */
    public static void copy(long source, long target, long length) {
        MemorySegment.copy(ALL, source, ALL, target, length);
    }

    /** Copies {@code length} bytes of {@code source} from {@code offset} to native memory. */
    public static void copyIn(byte[] source, int offset, long target, int length) {
        MemorySegment.copy(source, offset, ALL, ValueLayout.JAVA_BYTE, target, length);
    }

    /** Copies {@code length} bytes of native memory to {@code target} at {@code offset}. */
    public static void copyOut(long source, byte[] target, int offset, int length) {
        MemorySegment.copy(ALL, ValueLayout.JAVA_BYTE, source, target, offset, length);
    }

    public static void fill(long address, long length, int value) {
        ALL.asSlice(address, length).fill((byte) value);
    }

    /** Reads a cell so that all that its writer wrote before {@link #putLongRelease} is seen too. */
    public static long getLongAcquire(long address) {
        return (long) CELL.getAcquire(ALL, address);
    }

    /** Writes a cell after all that was written before; see {@link #getLongAcquire}. */
    public static void putLongRelease(long address, long value) {
        CELL.setRelease(ALL, address, value);
    }
}
