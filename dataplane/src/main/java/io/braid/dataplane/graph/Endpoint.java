package io.braid.dataplane.graph;

/**
 * Packs what an address of this host stands for into the {@code int} values of an address table.
 *
 * <pre>
 *   bits 0..11   task index, or uplink index for an uplink's own address
 *   bits 12..15  bound uplink + 1 for a NIC address, 0 for a task IP
 *   bit  16      set for an uplink's own address
 * </pre>
 */
public final class Endpoint {
    private static final int INDEX_MASK = 0xfff;
    private static final int BOUND_SHIFT = 12;
    private static final int BOUND_MASK = 0xf;
    private static final int UPLINK = 1 << 16;

    private Endpoint() {}

    /** A task IP of task {@code task} (0 to 4095). */
    public static int taskIp(int task) {
        return task;
    }

    /** The NIC address of task {@code task} on uplink {@code uplink} (0 to 14). */
    public static int nicAddress(int task, int uplink) {
        return task | ((uplink + 1) << BOUND_SHIFT);
    }

    /** An own address of uplink {@code uplink}. */
    public static int uplinkAddress(int uplink) {
        return uplink | UPLINK;
    }

    public static boolean isTask(int endpoint) {
        return (endpoint & UPLINK) == 0;
    }

    /** The task's or uplink's index. */
    public static int index(int endpoint) {
        return endpoint & INDEX_MASK;
    }

    /** The uplink a NIC address is bound to, or -1 for a task IP. */
    public static int boundUplink(int endpoint) {
        return ((endpoint >>> BOUND_SHIFT) & BOUND_MASK) - 1;
    }
}
