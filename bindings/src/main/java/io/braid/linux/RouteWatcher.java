package io.braid.linux;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reports changes of the kernel's unicast routes, IPv4 and IPv6, in all tables of a namespace.
 *
 * <p>Open it, then call {@link #poll} now and again from one thread: it never waits. The first polls report every
 * existing route as new and then {@link NetlinkListener#synced()}. Works in any namespace, also after the namespace was
 * left.
 *
 * <p>The kernel's events do not tell everything: when an interface goes down, IPv4 routes lose next hops or vanish
 * without one, and the deletion of one next hop of an IPv6 route looks like that of the route. After a deletion the
 * watcher therefore reads all routes again by itself; whoever needs the rest calls {@link #resync} as often as it may be
 * late, and looks at {@link NetlinkListener#synced()}, when the copy is what the kernel has.
 */
public final class RouteWatcher implements AutoCloseable {
    private static final int IPV4_AND_IPV6 = NetlinkSocket.group(7) | NetlinkSocket.group(11); // RTNLGRP_*_ROUTE
    private static final int RTM_GETROUTE = 26;
    private static final int RTMSG_BYTES = 12;

    private final NetlinkTable<RouteState.Key, RouteState> table;

    private RouteWatcher(@Nullable NetworkNamespace namespace) {
        table = new NetlinkTable<>(
                NetlinkSocket.open(
                        namespace, IPV4_AND_IPV6, RTM_GETROUTE, RTMSG_BYTES, NetlinkSocket.RECEIVE_BUFFER_BYTES),
                new RouteCodec());
    }

    /**
     * Watches another namespace; it may be closed afterwards.
     *
     * @throws LinuxException when no netlink socket can be had there
     */
    public static RouteWatcher open(NetworkNamespace namespace) {
        return new RouteWatcher(namespace);
    }

    /**
     * Takes what the kernel has sent, at most 256 datagrams, and reports it on the calling thread.
     *
     * @return the number of datagrams taken; 0 means there was nothing
     * @throws LinuxException when the socket fails
     * @throws IllegalStateException when closed
     */
    public int poll(NetlinkListener<RouteState> listener) {
        return table.poll(new NetlinkListener<>() {
            @Override
            public void changed(RouteState now, @Nullable RouteState previous) {
                listener.changed(now, previous);
            }

            @Override
            public void removed(RouteState last) {
                table.resync();
                listener.removed(last);
            }

            @Override
            public void overrun() {
                listener.overrun();
            }

            @Override
            public void synced() {
                listener.synced();
            }
        });
    }

    /** Has the whole table read again by the following polls; only differences are reported. */
    public void resync() {
        table.resync();
    }

    /** Returns whether the copy is complete: false before the first reading and after lost events until re-read. */
    public boolean isSynced() {
        return table.synced();
    }

    /** Returns the copy as it is after the last poll. */
    public Map<RouteState.Key, RouteState> snapshot() {
        return table.snapshot();
    }

    /** Returns how many messages were malformed or cut off; they were skipped. */
    public long malformedMessages() {
        return table.malformed();
    }

    /** Returns how many times events were lost and everything was read again. */
    public long overruns() {
        return table.overruns();
    }

    @Override
    public void close() {
        table.close();
    }
}
