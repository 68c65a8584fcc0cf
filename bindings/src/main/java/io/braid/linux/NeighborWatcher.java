package io.braid.linux;

import java.net.InetAddress;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reports changes of the kernel's neighbor cache, ARP and ND, on all interfaces of a namespace.
 *
 * <p>Open it, then call {@link #poll} now and again from one thread (a conductor's duty cycle): it never waits. The
 * first polls report every existing entry as new and then {@link NetlinkListener#synced()}. Works in any namespace,
 * also after the namespace was left.
 */
public final class NeighborWatcher implements AutoCloseable {
    private final NetlinkTable<NeighborState.Key, NeighborState> table;

    private NeighborWatcher(@Nullable NetworkNamespace namespace, int receiveBufferBytes) {
        // RTNLGRP_NEIGH, RTM_GETNEIGH, struct ndmsg
        table = new NetlinkTable<>(
                NetlinkSocket.open(namespace, NetlinkSocket.group(3), 30, 12, receiveBufferBytes), new NeighborCodec());
    }

    /**
     * Watches the caller's own namespace.
     *
     * @throws LinuxException when no netlink socket can be had
     */
    public static NeighborWatcher open() {
        return new NeighborWatcher(null, NetlinkSocket.RECEIVE_BUFFER_BYTES);
    }

    /**
     * Watches another namespace; it may be closed afterwards.
     *
     * @throws LinuxException when no netlink socket can be had there
     */
    public static NeighborWatcher open(NetworkNamespace namespace) {
        return new NeighborWatcher(namespace, NetlinkSocket.RECEIVE_BUFFER_BYTES);
    }

    static NeighborWatcher open(NetworkNamespace namespace, int receiveBufferBytes) {
        return new NeighborWatcher(namespace, receiveBufferBytes);
    }

    /**
     * Takes what the kernel has sent, at most 256 datagrams, and reports it on the calling thread.
     *
     * @return the number of datagrams taken; 0 means there was nothing
     * @throws LinuxException when the socket fails
     * @throws IllegalStateException when closed
     */
    public int poll(NetlinkListener<NeighborState> listener) {
        return table.poll(listener);
    }

    /** Has the whole table read again by the following polls; only differences are reported. */
    public void resync() {
        table.resync();
    }

    /** Returns whether the copy is complete: false before the first reading and after lost events until re-read. */
    public boolean isSynced() {
        return table.synced();
    }

    /** Returns an entry as it is after the last poll, null when there is none. */
    public @Nullable NeighborState get(int ifindex, InetAddress address) {
        return table.get(new NeighborState.Key(ifindex, address));
    }

    /** Returns the copy as it is after the last poll. */
    public Map<NeighborState.Key, NeighborState> snapshot() {
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

    /** Returns how many datagrams did not come from the kernel; they were skipped. */
    public long foreignDatagrams() {
        return table.foreign();
    }

    @Override
    public void close() {
        table.close();
    }
}
