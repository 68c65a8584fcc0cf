package io.braid.bgp.rib;

import io.braid.bgp.wire.Family;
import io.braid.bgp.wire.IpAddress;
import io.braid.bgp.wire.Prefix;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;

/**
 * The host's own routes: an exact host route for each task IP that is leased and whose port is up, with a path by each
 * uplink that is usable and not drained. Peers are told of it by {@link AdjRibOut}, on change only.
 *
 * <p>Only addresses in the configured prefixes get in. Any thread; times are {@link System#nanoTime} or of another
 * monotonic clock, the same one in all calls.
 */
public final class Announcements {
    /** Guards this table and all {@link AdjRibOut}s of it. */
    final Object lock = new Object();

    private final List<AdjRibOut> outs = new ArrayList<>();
    private final Uplinks uplinks;
    private final Hosts hosts;
    private boolean complete = true;
    private long completeAt;

    /**
     * A table without addresses, in which no uplink is usable yet.
     *
     * @param uplinks by index, at least one; {@link Uplink#none} where one may come later
     * @param prefixes the ranges that task IPs come from
     */
    public Announcements(List<Uplink> uplinks, Collection<Prefix> prefixes) {
        this.uplinks = new Uplinks(uplinks);
        this.hosts = new Hosts(prefixes);
    }

    /**
     * A task IP has, or has not any more, a live lease.
     *
     * @throws OutsidePrefixesException if it is to be leased and lies in no configured prefix
     * @throws IllegalArgumentException if it is no address of a host
     */
    public void lease(IpAddress ip, boolean leased) {
        set(ip, HostTable.LEASED, leased);
    }

    /**
     * Exactly these task IPs have a live lease; nothing changes if one of them is refused.
     *
     * @throws OutsidePrefixesException if one lies in no configured prefix
     * @throws IllegalArgumentException if one is no address of a host
     */
    public void leases(Set<IpAddress> ips) {
        synchronized (lock) {
            ips.forEach(hosts::check);
            for (IpAddress gone : hosts.leased()) {
                if (!ips.contains(gone)) {
                    lease(gone, false);
                }
            }
            ips.forEach(ip -> lease(ip, true));
        }
    }

    /** The task IPs that have a live lease; the caller's to keep. */
    public Set<IpAddress> leased() {
        synchronized (lock) {
            return hosts.leased();
        }
    }

    /**
     * The port of the task that has the address went up or down.
     *
     * @throws OutsidePrefixesException if it is up and the address lies in no configured prefix
     */
    public void port(IpAddress ip, boolean up) {
        set(ip, HostTable.PORT_UP, up);
    }

    /**
     * An operator holds an address back, or lets it be announced again.
     *
     * @throws OutsidePrefixesException if it is to be held back and lies in no configured prefix
     */
    public void withhold(IpAddress ip, boolean withheld) {
        set(ip, HostTable.WITHHELD, withheld);
    }

    /** Replaces the ranges that task IPs come from; an address outside of them is withdrawn, and back if they return. */
    public void prefixes(Collection<Prefix> now) {
        synchronized (lock) {
            hosts.prefixes(now, this::changed);
        }
    }

    private void set(IpAddress ip, int flag, boolean on) {
        synchronized (lock) {
            hosts.set(ip, flag, on, this::isGone, this::changed);
        }
    }

    private boolean isGone(Family family, int slot) {
        return outs.stream().allMatch(out -> out.isGone(family, slot));
    }

    private void changed(Family family, int slot) {
        outs.forEach(out -> out.mark(family, slot));
    }

    /** The path by an uplink can carry packets, or cannot: its link, neighbor and liveness checks taken together. */
    public void usable(int uplink, boolean usable) {
        synchronized (lock) {
            if (uplinks.usable(uplink, usable)) {
                uplinkChanged();
            }
        }
    }

    /**
     * An uplink has other next hops or another bandwidth, or came, or went: then {@link Uplink#none} takes its place.
     *
     * @throws IllegalArgumentException if there is no uplink with its index
     */
    public void replace(Uplink uplink) {
        synchronized (lock) {
            if (uplinks.replace(uplink)) {
                uplinkChanged();
            }
        }
    }

    /**
     * Begins to take an uplink out of service: it is announced with GRACEFUL_SHUTDOWN, and withdrawn by the first {@link
     * #tick} after the wait (RFC 8326). Nothing new for an uplink that is drained; a running wait is set anew.
     *
     * @param now the time, in nanoseconds
     * @param waitNanos how long peers have to move away; 0 withdraws at the next {@link #tick}
     */
    public void drain(int uplink, long now, long waitNanos) {
        synchronized (lock) {
            if (uplinks.drain(uplink, now + waitNanos)) {
                uplinkChanged();
            }
        }
    }

    /** As {@link #drain} for all uplinks, before this host leaves. */
    public void drainAll(long now, long waitNanos) {
        synchronized (lock) {
            for (int i = 0; i < uplinks.count(); i++) {
                if (uplinks.get(i).isNone()) {
                    continue;
                }
                drain(i, now, waitNanos);
            }
        }
    }

    /** Takes an uplink back into service. */
    public void undrain(int uplink) {
        synchronized (lock) {
            if (uplinks.undrain(uplink)) {
                uplinkChanged();
            }
        }
    }

    /**
     * Does what is due by now: ends waits of drains and of {@link #loading}.
     *
     * @return when it wants to be called next, if ever
     */
    public OptionalLong tick(long now) {
        synchronized (lock) {
            if (uplinks.tick(now)) {
                uplinkChanged();
            }
            OptionalLong next = uplinks.nextDeadline();
            if (complete) {
                return next;
            }
            if (now - completeAt >= 0) {
                loaded();
                return next;
            }
            return next.isPresent() && next.getAsLong() - completeAt < 0 ? next : OptionalLong.of(completeAt);
        }
    }

    /** How far the removal of an uplink from service has come. */
    public DrainPhase phase(int uplink) {
        synchronized (lock) {
            return uplinks.phase(uplink);
        }
    }

    /**
     * Whether no session has been given a path by that uplink that was not withdrawn since: its address may go when the
     * sessions have sent what they were given (withdraw before tear-down).
     */
    public boolean isWithdrawn(int uplink) {
        synchronized (lock) {
            return outs.stream().noneMatch(out -> out.uses(uplinks.get(uplink)));
        }
    }

    /** Whether no session has been given that address that was not withdrawn since; see {@link #isWithdrawn(int)}. */
    public boolean isWithdrawn(IpAddress ip) {
        Family family = Family.unicast(ip.afi());
        synchronized (lock) {
            int slot = hosts.table(family).slot(ip);
            return slot < 0 || isGone(family, slot);
        }
    }

    /**
     * Leases are about to be taken over after a restart: no peer is told End-of-RIB before {@link #loaded}, so that peers
     * which do graceful restart keep routes that are not said again yet (RFC 4724 section 4.1). Routes that are there are
     * announced all the same.
     *
     * @param deadline when the table counts as loaded at the latest, in nanoseconds
     */
    public void loading(long deadline) {
        synchronized (lock) {
            complete = false;
            completeAt = deadline;
        }
    }

    /** All leases that outlived a restart are in the table. */
    public void loaded() {
        synchronized (lock) {
            if (!complete) {
                complete = true;
                outs.forEach(AdjRibOut::signal);
            }
        }
    }

    boolean isComplete() {
        return complete;
    }

    Uplinks uplinks() {
        return uplinks;
    }

    Hosts hosts() {
        return hosts;
    }

    void add(AdjRibOut out) {
        outs.add(out);
    }

    void remove(AdjRibOut out) {
        outs.remove(out);
    }

    private void uplinkChanged() {
        outs.forEach(AdjRibOut::pathsChanged);
    }
}
