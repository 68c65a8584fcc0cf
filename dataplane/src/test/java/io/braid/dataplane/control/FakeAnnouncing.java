package io.braid.dataplane.control;

import io.braid.dataplane.control.ControlException.Kind;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** Announces nothing, and remembers what it was asked. Knows the task {@code train-1} and the uplink {@code nic0}. */
public class FakeAnnouncing implements Announcing {
    public final List<String> calls = new CopyOnWriteArrayList<>();
    public final Set<String> held = ConcurrentHashMap.newKeySet();

    /** Runs inside every drain. */
    public volatile Runnable duringDrain = () -> {};

    @Override
    public BgpReport peers() {
        return new BgpReport(
                65017,
                "192.0.2.1",
                3,
                List.of("listening on 192.0.2.1:179"),
                List.of(
                        new BgpReport.Peer(
                                "192.0.2.0",
                                "nic0",
                                65000,
                                "established",
                                9,
                                List.of("ipv4-unicast", "ipv6-unicast"),
                                false,
                                true,
                                Map.of("ipv4-unicast", 2, "ipv6-unicast", 1),
                                Map.of("ipv4-unicast", 1, "ipv6-unicast", 0),
                                Map.of("not-configured", 1L),
                                0,
                                null,
                                new BgpReport.Bfd("up", "none", 150, 50_000, 900, 901, 2, null),
                                Map.of("sent_update", 4L),
                                Map.of("established", 1L, "down", 0L),
                                List.of(new BgpReport.Change(
                                        "2026-11-29T10:00:00Z", "open-confirm", "established", "KEEPALIVE came", 1))),
                        new BgpReport.Peer(
                                "2001:db8:1:2:3:4:5:6789",
                                "nic1",
                                65000,
                                "idle",
                                null,
                                List.of(),
                                false,
                                false,
                                Map.of(),
                                Map.of(),
                                Map.of(),
                                0,
                                "cannot read the password file /etc/braid/tor.key: it does not exist",
                                null,
                                Map.of(),
                                Map.of(),
                                List.of())));
    }

    @Override
    public RouteReport advertised() {
        return new RouteReport(
                List.of(
                        new RouteReport.Route(
                                "192.0.2.0", "10.100.0.7/32", 1, "192.0.2.1", "origin igp, path 65017", null),
                        new RouteReport.Route(
                                "192.0.2.0", "2001:db8:100:0:1111:2222:3333:4444/128", 0, "2001:db8::1", "", null)),
                5);
    }

    @Override
    public RouteReport received() {
        return new RouteReport(
                List.of(new RouteReport.Route("192.0.2.0", "10.9.0.0/16", 0, "", "", "not-configured")), 0);
    }

    @Override
    public TaskAnnouncement explain(String task) {
        known(task);
        return new TaskAnnouncement(
                task,
                "standing",
                true,
                true,
                List.of(
                        new TaskAnnouncement.Address("10.100.0.7", "192.0.2.0", List.of("nic0"), List.of()),
                        new TaskAnnouncement.Address(
                                "2001:db8:100::7",
                                "192.0.2.2",
                                List.of(),
                                List.of(new TaskAnnouncement.Reason(
                                        "no-usable-path", "nic1", "its path cannot carry packets")))),
                List.of("10.100.0.7 is also announced by AS65018 (seen from peer 192.0.2.0)"),
                null);
    }

    @Override
    public void announce(String task) {
        known(task);
        calls.add("announce " + task);
    }

    @Override
    public void withdraw(String task) {
        known(task);
        calls.add("withdraw " + task);
    }

    @Override
    public Lease hold(String task, String who) {
        known(task);
        if (!held.add(task)) {
            throw new ControlException(Kind.CONFLICT, "the lease of task " + task + " is held by another");
        }
        calls.add("hold " + task);
        return () -> {
            held.remove(task);
            calls.add("release " + task);
        };
    }

    @Override
    public void drain(String uplink) {
        uplink(uplink);
        duringDrain.run();
        calls.add("drain " + uplink);
    }

    @Override
    public void undrain(String uplink) {
        uplink(uplink);
        calls.add("undrain " + uplink);
    }

    private static void known(String task) {
        if (!task.startsWith("train-")) {
            throw new ControlException(Kind.NOT_FOUND, "no task " + task + " is attached; attached are: [train-1]");
        }
    }

    private static void uplink(String uplink) {
        if (!uplink.equals("nic0")) {
            throw new ControlException(Kind.NOT_FOUND, "no uplink " + uplink + "; there are: [nic0]");
        }
    }
}
