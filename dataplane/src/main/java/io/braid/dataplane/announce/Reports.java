package io.braid.dataplane.announce;

import io.braid.bfd.BfdSession;
import io.braid.bfd.SessionStatus;
import io.braid.bgp.rib.Explanation;
import io.braid.bgp.rib.ReceivedRoutes;
import io.braid.bgp.rib.SentRoute;
import io.braid.bgp.rib.WhyNot;
import io.braid.bgp.session.BgpSpeaker;
import io.braid.bgp.session.PeerCounters;
import io.braid.bgp.session.PeerStatus;
import io.braid.bgp.session.SessionInfo;
import io.braid.bgp.session.SessionState;
import io.braid.bgp.speaker.RoutedPeer;
import io.braid.bgp.wire.Attribute;
import io.braid.bgp.wire.Family;
import io.braid.bgp.wire.IpAddress;
import io.braid.bgp.wire.MessageType;
import io.braid.bgp.wire.PathAttributes;
import io.braid.dataplane.config.BgpConfig;
import io.braid.dataplane.control.BgpReport;
import io.braid.dataplane.control.GrantStatus;
import io.braid.dataplane.control.RouteReport;
import io.braid.dataplane.control.StatusReport;
import io.braid.dataplane.control.TaskAnnouncement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Puts what sessions and routes know into the records of the control protocol. Any thread. */
final class Reports {
    /** An answer for people, who do not read more, and for programs, which a few megabytes do not hurt. */
    private static final int MOST_ROUTES = 20_000;

    private Reports() {}

    static BgpReport peers(BgpConfig config, @Nullable BgpSpeaker speaker, List<SwitchSession> sessions) {
        List<String> listening = speaker == null
                ? List.of()
                : speaker.listening().stream()
                        .map(at -> "listening on " + at.endpoint() + (at.fault() == null ? "" : ": " + at.fault()))
                        .toList();
        return new BgpReport(
                config.asn(),
                config.routerId().toString(),
                speaker == null ? 0 : speaker.strangers(),
                listening,
                sessions.stream().map(Reports::peer).toList());
    }

    static StatusReport.Bgp summary(List<SwitchSession> sessions) {
        int established = 0;
        int routes = 0;
        for (SwitchSession session : sessions) {
            RoutedPeer peer = session.bgp();
            if (peer != null && peer.session().state() == SessionState.ESTABLISHED) {
                established++;
                routes += peer.advertised().size();
            }
        }
        return new StatusReport.Bgp(sessions.size(), established, routes);
    }

    private static BgpReport.Peer peer(SwitchSession session) {
        PeerSetup setup = session.setup();
        RoutedPeer peer = session.bgp();
        PeerStatus status = peer == null ? null : peer.status();
        SessionInfo info = status == null ? null : status.info();
        var advertised = new TreeMap<String, Integer>();
        var received = new TreeMap<String, Integer>();
        var refused = new TreeMap<String, Long>();
        if (peer != null && info != null) {
            ReceivedRoutes heard = peer.received(0);
            List<SentRoute> told = peer.advertised();
            for (Family family : info.negotiated().families()) {
                long count = told.stream()
                        .filter(route -> route.route().prefix().family() == family)
                        .count();
                advertised.put(word(family), (int) count);
                received.put(word(family), heard.counts().getOrDefault(family, 0));
            }
            heard.refused().forEach((why, count) -> refused.put(word(why), count));
        }
        return new BgpReport.Peer(
                setup.name(),
                setup.uplink().name(),
                setup.peer().asn(),
                status == null ? "not-started" : word(status.state()),
                info == null ? null : info.holdSeconds(),
                info == null
                        ? List.of()
                        : info.negotiated().families().stream()
                                .map(Reports::word)
                                .sorted()
                                .toList(),
                info != null
                        && info.negotiated().families().stream()
                                .anyMatch(info.negotiated().send()::hasPathIds),
                // A switch that only helps names no families of its own (RFC 4724 section 4).
                info != null
                        && info.peerGracefulRestart().isPresent()
                        && !setup.bgp().gracefulRestart().isZero(),
                advertised,
                received,
                refused,
                status == null ? 0 : status.queuedBytes(),
                status == null ? null : status.fault(),
                bfd(session),
                peer == null ? Map.of() : messages(peer.counters()),
                peer == null ? Map.of() : events(peer.counters()),
                status == null
                        ? List.of()
                        : status.history().stream().map(Reports::change).toList());
    }

    private static BgpReport.Change change(io.braid.bgp.session.StateChange change) {
        return new BgpReport.Change(
                change.at().toString(), word(change.from()), word(change.to()), change.reason(), change.count());
    }

    private static BgpReport.@Nullable Bfd bfd(SwitchSession session) {
        BfdSession bfd = session.bfd();
        if (bfd == null) {
            String fault = session.bfdFault();
            return fault == null ? null : new BgpReport.Bfd("not-started", "none", 0, 0, 0, 0, 0, fault);
        }
        SessionStatus status = bfd.status();
        return new BgpReport.Bfd(
                word(status.view().state()),
                word(status.view().diagnostic()),
                status.view().detectionTime().toMillis(),
                status.view().transmitInterval().toNanos() / 1000,
                status.sent(),
                status.received(),
                status.changes(),
                status.error());
    }

    private static Map<String, Long> messages(PeerCounters counters) {
        var map = new TreeMap<String, Long>();
        for (MessageType type : MessageType.values()) {
            String name = type.name().toLowerCase(Locale.ROOT);
            map.put("sent_" + name, counters.sent(type));
            map.put("sent_" + name + "_bytes", counters.sentBytes(type));
            map.put("received_" + name, counters.received(type));
            map.put("received_" + name + "_bytes", counters.receivedBytes(type));
        }
        return map;
    }

    private static Map<String, Long> events(PeerCounters counters) {
        var map = new TreeMap<String, Long>();
        for (PeerCounters.Event event : PeerCounters.Event.values()) {
            map.put(event.name().toLowerCase(Locale.ROOT), counters.count(event));
        }
        return map;
    }

    static RouteReport advertised(List<SwitchSession> sessions) {
        var routes = new ArrayList<RouteReport.Route>();
        long all = 0;
        for (SwitchSession session : sessions) {
            RoutedPeer peer = session.bgp();
            List<SentRoute> told = peer == null ? List.of() : peer.advertised();
            all += told.size();
            for (SentRoute route : told.subList(0, Math.min(told.size(), MOST_ROUTES - routes.size()))) {
                routes.add(new RouteReport.Route(
                        session.setup().name(),
                        route.route().prefix().toString(),
                        route.route().pathId(),
                        route.nextHop().toString(),
                        text(route.attributes()),
                        null));
            }
        }
        return new RouteReport(routes, all - routes.size());
    }

    static RouteReport received(List<SwitchSession> sessions) {
        var routes = new ArrayList<RouteReport.Route>();
        long all = 0;
        for (SwitchSession session : sessions) {
            RoutedPeer peer = session.bgp();
            if (peer == null) {
                continue;
            }
            ReceivedRoutes heard = peer.received(MOST_ROUTES / 2);
            all += heard.counts().values().stream().mapToInt(Integer::intValue).sum();
            heard.routes().stream().limit(MOST_ROUTES - routes.size()).forEach(route -> {
                var believed = route.believed();
                var refusal = route.refusal();
                routes.add(new RouteReport.Route(
                        session.setup().name(),
                        route.route().prefix().toString(),
                        route.route().pathId(),
                        believed == null ? "" : believed.nextHop().toString(),
                        believed == null ? "" : text(believed.attributes()),
                        refusal == null ? null : word(refusal)));
            });
        }
        return new RouteReport(routes, all - routes.size());
    }

    static TaskAnnouncement task(String task, TaskLeases leases, List<SwitchSession> sessions, OtherHosts others) {
        GrantStatus grant = leases.grant(task);
        var addresses = new ArrayList<TaskAnnouncement.Address>();
        for (IpAddress ip : leases.ips(task)) {
            for (SwitchSession session : sessions) {
                addresses.add(address(ip, leases, task, session));
            }
        }
        return new TaskAnnouncement(
                task,
                leases.lease(task),
                leases.isWithheld(task),
                leases.isReady(task),
                addresses,
                others.claims(leases.ips(task)),
                grant);
    }

    private static TaskAnnouncement.Address address(
            IpAddress ip, TaskLeases leases, String task, SwitchSession session) {
        RoutedPeer peer = session.bgp();
        if (peer == null) {
            String text = "the switch's address is not resolved yet, so there was no session with it";
            return new TaskAnnouncement.Address(
                    ip.toString(),
                    session.setup().name(),
                    List.of(),
                    List.of(new TaskAnnouncement.Reason("peer-not-established", null, text)));
        }
        Explanation explanation = peer.explain(ip);
        return new TaskAnnouncement.Address(
                ip.toString(),
                session.setup().name(),
                explanation.announcedBy(),
                explanation.reasons().stream()
                        .map(reason -> reason(reason, leases, task))
                        .toList());
    }

    /** To the table of routes a task that is not ready, that yields, or whose grant is over, is one without a lease. */
    private static TaskAnnouncement.Reason reason(Explanation.Reason reason, TaskLeases leases, String task) {
        if (reason.why() == WhyNot.NOT_LEASED && !leases.isReady(task)) {
            return new TaskAnnouncement.Reason("not-ready", null, "the task says that it is not ready");
        }
        if (reason.why() == WhyNot.NOT_LEASED && leases.isYielded(task)) {
            String text =
                    "another host announces it, and the switch prefers that one; detach the task there, or insist with 'braid announce "
                            + task + "'";
            return new TaskAnnouncement.Reason("held-elsewhere", null, text);
        }
        GrantStatus grant = leases.grant(task);
        return reason.why() == WhyNot.NOT_LEASED && grant != null && grant.expired()
                ? new TaskAnnouncement.Reason("grant-expired", null, "its grant expired at " + grant.expires())
                : new TaskAnnouncement.Reason(word(reason.why()), reason.uplink(), reason.text());
    }

    private static String text(PathAttributes attributes) {
        return attributes.list().stream()
                .map(Reports::text)
                .filter(text -> !text.isEmpty())
                .collect(Collectors.joining(", "));
    }

    private static String text(Attribute attribute) {
        return switch (attribute) {
            case Attribute.OriginAttribute(var origin) -> "origin " + word(origin);
            case Attribute.Path(var path) -> path.segments().isEmpty() ? "" : "path " + path;
            case Attribute.Med(long value) -> "med " + value;
            case Attribute.LocalPref(long value) -> "local-pref " + value;
            case Attribute.Communities(var values) -> "communities " + words(values);
            case Attribute.LargeCommunities(var values) -> "large communities " + words(values);
            case Attribute.ExtendedCommunities(var values) -> "extended communities " + words(values);
            case Attribute.OnlyToCustomer(long asn) -> "only to customer, by " + asn;
            default -> attribute.toString();
        };
    }

    private static String words(List<?> values) {
        return values.stream().map(Object::toString).collect(Collectors.joining(" "));
    }

    private static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
