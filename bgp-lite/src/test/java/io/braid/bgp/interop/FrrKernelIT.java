package io.braid.bgp.interop;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.braid.bfd.BfdEngine;
import io.braid.bfd.BfdTimers;
import io.braid.bfd.SessionConfig;
import io.braid.bfd.SessionState;
import io.braid.bgp.interop.Daemon.Options;
import io.braid.bgp.rib.Announcements;
import io.braid.bgp.rib.ExportPolicy;
import io.braid.bgp.rib.ImportPolicy;
import io.braid.bgp.rib.Paths;
import io.braid.bgp.rib.Uplink;
import io.braid.bgp.session.BgpSpeaker;
import io.braid.bgp.session.CapabilityOffer;
import io.braid.bgp.session.PeerConfig;
import io.braid.bgp.session.PeerCounters;
import io.braid.bgp.session.RestartState;
import io.braid.bgp.session.SessionInfo;
import io.braid.bgp.session.SpeakerPair;
import io.braid.bgp.session.TransportConfig;
import io.braid.bgp.speaker.PeerRouting;
import io.braid.bgp.speaker.RoutedPeer;
import io.braid.bgp.wire.ErrorReason;
import io.braid.bgp.wire.Family;
import io.braid.bgp.wire.IpAddress;
import io.braid.bgp.wire.NextHop;
import io.braid.bgp.wire.Notification;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Four uplinks with a session each: what the switch's kernel makes of them counts, since FRR may say that all is well
 * while the kernel's route lacks a next hop.
 */
final class FrrKernelIT {
    private static final int CABLES = 4;
    private static final int ROUNDS = 10;
    private static final Set<String> ALL = Set.of("eth0", "eth1", "eth2", "eth3");
    private static final int TASKS = 10;

    private final List<RoutedPeer> peers = new CopyOnWriteArrayList<>();
    private final Set<Integer> bfdUp = ConcurrentHashMap.newKeySet();
    private final Announcements table =
            Host.table(IntStream.range(0, CABLES).mapToObj(FrrKernelIT::uplink).toList());

    private static Uplink uplink(int cable) {
        return new Uplink(
                cable,
                "nic" + cable,
                IpAddress.parse(PeerLab.ownAddress(cable, false)),
                NextHop.of(IpAddress.parse(PeerLab.ownAddress(cable, true))),
                0);
    }

    private RoutedPeer add(BgpSpeaker speaker, int cable, CapabilityOffer offer) {
        PeerConfig config = PeerConfig.of(
                        "rack" + cable, SpeakerPair.address(PeerLab.peerAddress(cable, false)), PeerLab.PEER_AS)
                .with(SpeakerPair.QUICK)
                .with(offer)
                .with(TransportConfig.DEFAULT
                        .withLocalAddress(SpeakerPair.address(PeerLab.ownAddress(cable, false)))
                        .withDevice("eth" + cable));
        return RoutedPeer.add(
                speaker,
                config,
                table,
                PeerRouting.of(
                        new Paths.OfUplink(cable),
                        ExportPolicy.of(PeerLab.OWN_AS),
                        ImportPolicy.denyAll(PeerLab.OWN_AS, PeerLab.PEER_AS)));
    }

    @Test
    void theKernelHasAllNextHopsAgainAfterEachFlap() throws Exception {
        try (var lab = new PeerLab(CABLES);
                var frr = new RackFrr(lab, CABLES)) {
            frr.start(Options.PLAIN);
            BgpSpeaker speaker = lab.startSpeaker();
            IntStream.range(0, CABLES).forEach(i -> peers.add(add(speaker, i, CapabilityOffer.DEFAULT)));
            Host.lease(table, IntStream.rangeClosed(1, TASKS), true);
            awaitDevices(frr, TASKS, ALL);
            for (int round = 0; round < ROUNDS; round++) {
                int cable = round % CABLES;
                if (round % 2 == 0) {
                    flapLink(lab, frr, cable, round == ROUNDS - 2);
                } else {
                    flapSession(frr, cable);
                }
                // A route that is new says that all sessions are whole, and not only not yet noticed to be gone.
                int task = TASKS + 1 + round;
                Host.lease(table, IntStream.of(task), true);
                awaitDevices(frr, task, ALL);
                awaitDevices(frr, 1, ALL);
            }
            for (int task = 1; task <= TASKS + ROUNDS; task++) {
                awaitDevices(frr, task, ALL);
            }
            for (RoutedPeer peer : peers) {
                assertEquals(2 * (TASKS + ROUNDS), peer.advertised().size());
            }
        }
    }

    /**
     * A cable that carries nothing although its link stays up is found by BFD on both ends. The Cease of this end does not
     * arrive: FRR has to know by itself that the routes are not to be kept for a restart.
     */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aSilentCableLeavesTheKernelsRouteAlthoughRoutesAreKeptOverRestarts(boolean overNotifications)
            throws Exception {
        CapabilityOffer offer = CapabilityOffer.DEFAULT.withGracefulRestart(new CapabilityOffer.GracefulRestart(
                Poll.LIMIT.multipliedBy(3), overNotifications, EnumSet.allOf(Family.class), RestartState.NONE));
        try (var lab = new PeerLab(CABLES);
                var frr = new RackFrr(lab, CABLES);
                BfdEngine bfd = BfdEngine.start(lab.own(), BfdEngine.DEFAULT_PRIORITY)) {
            frr.start(Options.of(Feature.GRACEFUL_RESTART, Feature.BFD));
            BgpSpeaker speaker = lab.startSpeaker();
            for (int i = 0; i < CABLES; i++) {
                peers.add(add(speaker, i, offer));
                watch(bfd, i);
            }
            Host.lease(table, IntStream.rangeClosed(1, TASKS), true);
            awaitDevices(frr, TASKS, ALL);
            Poll.until("BFD everywhere", () -> bfdUp.size() == CABLES);
            Poll.until("graceful restart agreed on", () -> {
                SessionInfo agreed = peers.getFirst().status().info();
                return agreed != null
                        && agreed.peerGracefulRestart().isPresent()
                        && agreed.keepsRoutesOverNotification() == overNotifications;
            });
            long start = System.nanoTime();
            lab.silence(1);
            awaitDevices(frr, 1, Set.of("eth0", "eth2", "eth3"));
            System.out.printf("silent cable: 3 next hops after %d ms%n", (System.nanoTime() - start) / 1_000_000);
            start = System.nanoTime();
            lab.endSilence(1);
            awaitDevices(frr, 1, ALL);
            Host.lease(table, IntStream.of(TASKS + 1), true);
            awaitDevices(frr, TASKS + 1, ALL);
            System.out.printf("silence over: 4 next hops after %d ms%n", (System.nanoTime() - start) / 1_000_000);
        }
    }

    /** Does what the dataplane does. */
    private void watch(BfdEngine bfd, int cable) {
        var config = new SessionConfig(
                SpeakerPair.address(PeerLab.ownAddress(cable, false)),
                SpeakerPair.address(PeerLab.peerAddress(cable, false)),
                "eth" + cable,
                BfdTimers.FAST);
        bfd.add(config, (_, change) -> {
            if (change.to() == SessionState.UP) {
                bfdUp.add(cable);
                table.usable(cable, true);
                peers.get(cable).start();
            } else if (change.isPathFailure()) {
                table.usable(cable, false);
                peers.get(cable).reset(Notification.of(ErrorReason.BFD_DOWN), true);
            }
        });
    }

    private void flapLink(PeerLab lab, RackFrr frr, int cable, boolean untilFrrGivesUp) throws Exception {
        long start = System.nanoTime();
        lab.cut(cable);
        table.usable(cable, false);
        var others = new TreeSet<>(ALL);
        others.remove("eth" + cable);
        awaitDevices(frr, 1, others);
        long out = System.nanoTime();
        if (untilFrrGivesUp) {
            Poll.until("FRR's session is gone", () -> !frr.isUp(cable));
        }
        long cut = System.nanoTime();
        lab.mend(cable);
        table.usable(cable, true);
        awaitDevices(frr, 1, ALL);
        System.out.printf(
                "cable %d: 3 next hops after %d ms, 4 again %d ms after its return%n",
                cable, (out - start) / 1_000_000, (System.nanoTime() - cut) / 1_000_000);
    }

    private void flapSession(RackFrr frr, int cable) throws Exception {
        RoutedPeer peer = peers.get(cable);
        long sessions = peer.counters().count(PeerCounters.Event.ESTABLISHED);
        long start = System.nanoTime();
        peer.reset(Notification.of(ErrorReason.ADMINISTRATIVE_RESET), true);
        Poll.until("another session", () -> peer.counters().count(PeerCounters.Event.ESTABLISHED) > sessions);
        awaitDevices(frr, 1, ALL);
        System.out.printf("session %d: all next hops after %d ms%n", cable, (System.nanoTime() - start) / 1_000_000);
    }

    private static void awaitDevices(RackFrr frr, int task, Set<String> devices) throws Exception {
        for (Family family : Family.values()) {
            String ip = Host.task(family, task).toString();
            Poll.untilEquals(devices, () -> frr.kernelDevices(ip));
        }
    }
}
