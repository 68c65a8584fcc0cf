package io.braid.linux;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reports changes of network interfaces: carrier, administrative state, name, MTU, Ethernet address, deletion.
 *
 * <p>Open it, then call {@link #poll} now and again from one thread (a conductor's duty cycle): it never waits. The
 * first polls report every existing entry as new and then {@link NetlinkListener#synced()}. Works in any namespace,
 * also after the namespace was left.
 */
public final class LinkWatcher implements AutoCloseable {
    private final NetlinkTable<Integer, LinkState> table;

    private LinkWatcher(@Nullable NetworkNamespace namespace, int receiveBufferBytes) {
        // RTNLGRP_LINK, RTM_GETLINK, struct ifinfomsg
        table = new NetlinkTable<>(
                NetlinkSocket.open(namespace, NetlinkSocket.group(1), 18, 16, receiveBufferBytes), new LinkCodec());
    }

    /**
     * Watches the caller's own namespace.
     *
     * @throws LinuxException when no netlink socket can be had
     */
    public static LinkWatcher open() {
        return new LinkWatcher(null, NetlinkSocket.RECEIVE_BUFFER_BYTES);
    }

    /**
     * Watches another namespace; it may be closed afterwards.
     *
     * @throws LinuxException when no netlink socket can be had there
     */
    public static LinkWatcher open(NetworkNamespace namespace) {
        return new LinkWatcher(namespace, NetlinkSocket.RECEIVE_BUFFER_BYTES);
    }

    static LinkWatcher open(NetworkNamespace namespace, int receiveBufferBytes) {
        return new LinkWatcher(namespace, receiveBufferBytes);
    }

    /**
     * Takes what the kernel has sent, at most 256 datagrams, and reports it on the calling thread.
     *
     * @return the number of datagrams taken; 0 means there was nothing
     * @throws LinuxException when the socket fails
     * @throws IllegalStateException when closed
     */
    public int poll(NetlinkListener<LinkState> listener) {
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

    /** Returns an interface by index as it is after the last poll, null when there is none. */
    public @Nullable LinkState get(int index) {
        return table.get(index);
    }

    /** Returns an interface by name as it is after the last poll, null when there is none. */
    public @Nullable LinkState get(String name) {
        return table.find(state -> state.name().equals(name));
    }

    /** Returns the copy as it is after the last poll. */
    public Map<Integer, LinkState> snapshot() {
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
