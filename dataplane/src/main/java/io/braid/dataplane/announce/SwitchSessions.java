package io.braid.dataplane.announce;

import io.braid.bfd.BfdEngine;
import io.braid.bgp.session.BgpSpeaker;
import io.braid.bgp.speaker.RoutedPeer;
import io.braid.bgp.wire.IpAddress;
import io.braid.bgp.wire.Prefix;
import io.braid.dataplane.conductor.UplinkView;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.stream.Stream;

/** The sessions with all switches. */
final class SwitchSessions {
    /** How long a switch that takes nothing holds others up. */
    static final Duration WITHDRAWAL_LIMIT = Duration.ofSeconds(2);

    private final Function<PeerSetup, SwitchSession> maker;
    private volatile List<SwitchSession> all;

    /**
     * Sessions that start as their uplinks become usable.
     *
     * @param setups in the order of the configuration
     * @param maker makes one
     */
    SwitchSessions(List<PeerSetup> setups, Function<PeerSetup, SwitchSession> maker) {
        this.maker = maker;
        this.all = setups.stream().map(maker).toList();
    }

    /** In the order of the configuration. Any thread. */
    List<SwitchSession> all() {
        return all;
    }

    /**
     * Goes by other options: ends sessions with switches that are not among them, changes what can be changed of the others', and makes those that are missing.
     * The announcer's thread.
     *
     * @param watched what others say of addresses in these is kept
     * @return those that are ended but for their BFD ({@link SwitchSession#leave}); {@link #path} has to be called for new ones
     */
    List<SwitchSession> adopt(List<PeerSetup> setups, Set<Prefix> watched) {
        Map<String, SwitchSession> before = new HashMap<>();
        all.forEach(session -> before.put(session.setup().name(), session));
        var next = new ArrayList<SwitchSession>();
        for (PeerSetup setup : setups) {
            SwitchSession session = before.remove(setup.name());
            if (session == null) {
                session = maker.apply(setup);
            } else {
                session.adopt(setup, watched);
            }
            next.add(session);
        }
        all = List.copyOf(next);
        before.values().forEach(SwitchSession::leave);
        return List.copyOf(before.values());
    }

    private Stream<RoutedPeer> started() {
        return all.stream().flatMap(session -> Optional.ofNullable(session.bgp()).stream());
    }

    /** Does what is due by now. The announcer's thread. */
    void tick(long now) {
        started().forEach(peer -> peer.tick(now));
    }

    /** Takes in the state of all uplinks. The announcer's thread. */
    void path(List<UplinkView> views, BgpSpeaker bgp, BfdEngine bfd) {
        all.forEach(session -> session.path(views.get(session.setup().index()), bgp, bfd));
    }

    /** What the switches say of addresses that tasks may have. Any thread. */
    List<OtherHosts.Heard> heard() {
        return all.stream()
                .flatMap(session -> session.heard().stream()
                        .map(route -> new OtherHosts.Heard(session.setup().name(), route)))
                .toList();
    }

    /** Whether a switch knows a route of ours. Any thread. */
    boolean haveAnnounced() {
        return all.stream().anyMatch(SwitchSession::hasAnnounced);
    }

    /** Whether the withdrawal of each of these addresses is on its way to all switches that knew it. Any thread. */
    boolean haveWithdrawn(List<IpAddress> ips) {
        return started().allMatch(peer -> ips.stream().allMatch(peer::isWithdrawn));
    }

    /** The same of all routes by an uplink. Any thread. */
    boolean haveWithdrawn(int uplink) {
        return started().allMatch(peer -> peer.isWithdrawn(uplink));
    }

    /** Waits until something is done, and not for ever. Not the threads of BGP, BFD and the announcer. */
    static void await(Duration limit, BooleanSupplier done) {
        long end = System.nanoTime() + limit.toNanos();
        while (!done.getAsBoolean() && System.nanoTime() - end < 0) {
            LockSupport.parkNanos(1_000_000);
        }
    }

    /** Ends BFD, see {@link SwitchSession#close}. The announcer's thread. */
    void close() {
        all.forEach(SwitchSession::close);
    }
}
