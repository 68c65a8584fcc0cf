package io.braid.dataplane.web;

import static io.braid.dataplane.web.Family.counter;
import static io.braid.dataplane.web.Family.gauge;

import io.braid.bfd.SessionState;
import io.braid.dataplane.control.BgpReport;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** The BFD sessions, which watch the paths to the switches. */
final class BfdMetrics implements MetricGroup {
    private static final String PEER = "peer";
    private static final String UPLINK = "uplink";
    private static final List<String> STATES = Stream.concat(
                    Stream.of("not-started"),
                    Stream.of(SessionState.values())
                            .map(state -> state.name().toLowerCase(Locale.ROOT).replace('_', '-')))
            .toList();

    private static final Family UP = gauge("braid_bfd_session_up", "Whether the BFD session is up.", PEER, UPLINK);
    private static final Family STATE = gauge(
            "braid_bfd_session_state",
            "The BFD session's state: 1 for the one it is in, 0 for the others.",
            PEER,
            UPLINK,
            "state");
    private static final Family PACKETS = counter("braid_bfd_packets_total", "BFD packets.", PEER, UPLINK, "direction");
    private static final Family CHANGES =
            counter("braid_bfd_state_changes_total", "Changes of the BFD session's state.", PEER, UPLINK);
    private static final Family DETECTION = gauge(
            "braid_bfd_detection_time_seconds",
            "The silence after which the path counts as broken; 0 before the first packet.",
            PEER,
            UPLINK);

    @Override
    public List<Family> families() {
        return List.of(UP, STATE, PACKETS, CHANGES, DETECTION);
    }

    @Override
    public void collect(Moment moment, Samples to) {
        BgpReport report = moment.bgp();
        if (report == null) {
            return;
        }
        for (BgpReport.Peer peer : report.peers()) {
            BgpReport.Bfd bfd = peer.bfd();
            if (bfd != null) {
                to.add(UP, bfd.state().equals("up"), peer.peer(), peer.uplink());
                to.addState(STATE, STATES, bfd.state(), peer.peer(), peer.uplink());
                to.add(PACKETS, bfd.sent(), peer.peer(), peer.uplink(), "sent");
                to.add(PACKETS, bfd.received(), peer.peer(), peer.uplink(), "received");
                to.add(CHANGES, bfd.changes(), peer.peer(), peer.uplink());
                to.add(DETECTION, bfd.detectionMillis() / 1000.0, peer.peer(), peer.uplink());
            }
        }
    }
}
