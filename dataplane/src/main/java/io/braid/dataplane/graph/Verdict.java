package io.braid.dataplane.graph;

/**
 * What is to become of a packet, as an {@code int} in {@link Burst#verdict}: still open, on to another node, out of a port, or ended for a reason.
 *
 * <pre>
 *   0                 OPEN     no node has decided yet
 *   1                 ROUTE    from a task, to be given a path
 *   2                 FORWARD  to be forwarded over hop {@link Burst#hop}
 *   3                 FRAGMENT to be sent in fragments over hop {@link Burst#hop}
 *   4                 SEGMENT  to be cut into TCP segments for hop {@link Burst#hop}
 *   5                 PLAIN    from a task, to be given a path, and nothing in it that needs a closer look
 *   16 + p            send unchanged out of port p
 *   65536 + 16 + p    the same, before what else waits for that port
 *   -1 - ordinal      ended, for that reason
 * </pre>
 */
public final class Verdict {
    public static final int OPEN = 0;
    public static final int ROUTE = 1;
    public static final int FORWARD = 2;
    public static final int FRAGMENT = 3;
    public static final int SEGMENT = 4;

    public static final int PLAIN = 5;

    private static final int FIRST_PORT = 16;

    private static final int URGENT = 1 << 16;

    private Verdict() {}

    public static int send(int port) {
        return FIRST_PORT + port;
    }

    /** For network control. */
    public static int sendUrgent(int port) {
        return URGENT + send(port);
    }

    public static int drop(Reason reason) {
        return -1 - reason.ordinal();
    }

    public static boolean isSend(int verdict) {
        return verdict >= FIRST_PORT;
    }

    /** Of one that is {@link #isSend}. */
    public static boolean isUrgent(int verdict) {
        return verdict >= URGENT;
    }

    public static boolean isEnd(int verdict) {
        return verdict < 0;
    }

    public static int port(int verdict) {
        return (verdict & URGENT - 1) - FIRST_PORT;
    }

    /** The ordinal of the {@link Reason}. */
    public static int reason(int verdict) {
        return -1 - verdict;
    }
}
