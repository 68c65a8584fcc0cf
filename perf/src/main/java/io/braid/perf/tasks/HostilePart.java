package io.braid.perf.tasks;

import io.braid.dataplane.control.AttachRequest;
import io.braid.dataplane.control.AttachResult;
import io.braid.dataplane.control.StatusReport;
import io.braid.perf.lab.Command;
import io.braid.perf.lab.Family;
import io.braid.perf.lab.FrameSocket;
import io.braid.perf.lab.Ping;
import io.braid.perf.report.Check;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * A hundred attempts and more to have, announce or send what was not granted: each must be refused and leave a line in the audit that fits it, and nothing of them may leave the
 * host.
 */
final class HostilePart {
    /** What the run is to have at least. */
    private static final int WANTED = 100;

    private static final int TASKS = 4;
    private static final long LINE_MILLIS = 3000;
    private static final int NOBODY = 65534;
    /** Of the frame that is no attempt, to see that the capture sees. */
    private static final int HONEST = 9999;

    private static final long HONEST_LIMIT = 5_000_000_000L;

    private final Scene scene;
    private final Findings findings;
    private final List<AttachResult> ports = new ArrayList<>();
    private final List<String> letThrough = new ArrayList<>();
    private final List<String> withoutLine = new ArrayList<>();

    private HostilePart(Scene scene, Findings findings) {
        this.scene = scene;
        this.findings = findings;
    }

    /** Leaves no task attached. */
    static void run(Scene scene, Findings findings) throws InterruptedException {
        new HostilePart(scene, findings).run();
    }

    private void run() throws InterruptedException {
        findings.say("hostile attempts ...");
        for (int task = 1; task <= TASKS; task++) {
            ports.add(scene.attach(task, AttachRequest.KIND_TAP));
        }
        // Each has spoken once: what a kernel says by itself at the beginning is said.
        for (int task = 1; task <= TASKS; task++) {
            Ping.until(scene.plan().task(task), scene.plan().storageAddress(Family.V6), Duration.ofSeconds(10));
        }
        var trail = new AuditTrail(scene.braid().log());
        var list = attempts(trail);
        Set<String> before = attached();
        Set<String> left;
        Set<String> reached;
        try (var wire = new Wire(scene.lab(), TASKS)) {
            for (Attempt attempt : list.all()) {
                attempt(attempt, trail);
            }
            honest(wire);
            wire.stop();
            left = new TreeSet<>(wire.left());
            reached = wire.reachedTasks();
        }
        Set<String> after = attached();
        // Storage, where nobody listens, sends it back to the honest task in an ICMP error.
        reached.remove(mark(HONEST));
        boolean sees = left.remove(mark(HONEST));
        report(
                list.size(),
                before.equals(after) ? "" : "; tasks were " + before + " and are " + after,
                left,
                reached,
                sees);
        scene.braid().client().detach("ending");
        for (int task = 1; task <= TASKS; task++) {
            scene.detach(task);
        }
    }

    private AttemptList attempts(AuditTrail trail) throws InterruptedException {
        // A grant that ends in a moment, and is then brought again.
        Instant end = Instant.now().plusSeconds(2);
        List<String> ips = List.of("10.100.0.90");
        String grant = scene.scheduler().grantUntil("ending", scene.host(), ips, end);
        AttachResult ending = scene.braid()
                .client()
                .attach(new AttachRequest("ending", ips, AttachRequest.KIND_VHOST_USER, null, false, null, grant))
                .value();
        trail.require(
                line -> line.startsWith("action=expire outcome=withdrawn reason=grant-expired task=ending "), 10_000);
        var list = new AttemptList();
        TokenAttempts.add(scene, list);
        RequestAttempts.add(scene, grant, "ending", list);
        SocketAttempts.add(
                scene, Path.of(String.valueOf(ports.getFirst().api())), Path.of(String.valueOf(ending.api())), list);
        PacketAttempts.add(scene.plan(), ports, list);
        return list;
    }

    /** Names of the tasks and what they have. */
    private Set<String> attached() {
        Set<String> all = new TreeSet<>();
        for (StatusReport.Task task : scene.braid().status().tasks()) {
            all.add(task.task() + " " + task.ips());
        }
        return all;
    }

    private void attempt(Attempt attempt, AuditTrail trail) throws InterruptedException {
        trail.take();
        switch (attempt) {
            case Attempt.Request request -> {
                String answer = RawHttp.exchange(request.socket(), request.request());
                if (!answer.matches("(?s)HTTP/1\\.1 (4|505).*")) {
                    letThrough.add(
                            request.name() + ": " + answer.lines().findFirst().orElse("no answer"));
                }
                List<String> lines = trail.await(HostilePart::isRefusal, LINE_MILLIS);
                if (lines.stream().filter(HostilePart::isRefusal).count() != 1) {
                    withoutLine.add(request.name() + " left " + lines);
                }
            }
            case Attempt.Frame frame -> frame(frame, trail);
        }
    }

    private static boolean isRefusal(String line) {
        return line.matches("action=\\S+ outcome=(refused|failed) reason=\\S+ .* pid=[0-9]+ uid=[0-9]+ .*");
    }

    private void frame(Attempt.Frame frame, AuditTrail trail) throws InterruptedException {
        String name = scene.plan().taskName(frame.task());
        Map<String, Long> before = drops(name);
        send(frame.task(), frame.bytes());
        String wanted = "action=spoof outcome=dropped .* task=" + name + " .* pid=[0-9]+ uid=[0-9]+ .*";
        List<String> lines = trail.await(line -> line.matches(wanted), LINE_MILLIS);
        String line =
                lines.stream().filter(each -> each.matches(wanted)).findFirst().orElse("");
        if (!line.contains(" packets=1 ")) {
            withoutLine.add(frame.name() + " left " + lines);
        }
        String reason = line.replaceFirst(".* reason=(\\S+) .*", "$1").replace('-', '_');
        Map<String, Long> after = drops(name);
        if (after.getOrDefault(reason, 0L) != before.getOrDefault(reason, 0L) + 1) {
            letThrough.add(frame.name() + ": drops were " + before + " and are " + after);
        }
    }

    private Map<String, Long> drops(String task) {
        return scene.braid().status().tasks().stream()
                .filter(one -> one.task().equals(task))
                .findFirst()
                .orElseThrow()
                .drops();
    }

    private void send(int task, byte[] frame) throws InterruptedException {
        try (FrameSocket socket = FrameSocket.open(scene.plan().task(task), "task0")) {
            while (!socket.send(frame)) {
                Thread.sleep(1); // its queue is full
            }
        }
    }

    private static String mark(int number) {
        return new String(Frames.mark(number), StandardCharsets.US_ASCII);
    }

    /** A frame with a mark that is nobody's lie, and that has to come out. */
    private void honest(Wire wire) throws InterruptedException {
        long end = System.nanoTime() + HONEST_LIMIT;
        do {
            sendHonest();
            Thread.sleep(500);
        } while (!wire.left().contains(mark(HONEST)) && System.nanoTime() < end);
    }

    private void sendHonest() throws InterruptedException {
        send(
                1,
                Frames.ipv4(
                        Frames.mac(ports.getFirst().gatewayMac()),
                        Frames.mac(ports.getFirst().mac()),
                        scene.plan().taskAddress(1, Family.V4),
                        scene.plan().storageAddress(Family.V4),
                        Frames.UDP,
                        new byte[0],
                        0,
                        Frames.mark(HONEST)));
    }

    private void report(int attempts, String changed, Set<String> left, Set<String> reached, boolean sees)
            throws InterruptedException {
        int refused = attempts - letThrough.size();
        findings.add(new Check(
                "hostile_refused",
                attempts >= WANTED && letThrough.isEmpty() && changed.isEmpty(),
                WANTED + " different attempts or more, all of them refused, and the tasks as they were",
                refused + " of " + attempts + " refused" + some(letThrough) + changed));
        int lines = attempts - withoutLine.size();
        findings.add(new Check(
                "hostile_audited",
                withoutLine.isEmpty(),
                "a line in the audit for each, with who did it",
                lines + " of " + attempts + " lines" + some(withoutLine)));
        findings.add(new Check(
                "hostile_packets",
                sees && left.isEmpty() && reached.isEmpty(),
                "0 packets of them on an uplink's wire, 0 at other tasks, and the honest one that is sent in between",
                left.size() + " left, " + reached.size() + " reached tasks" + some(List.copyOf(left))
                        + some(List.copyOf(reached)) + (sees ? "" : ", and the honest one was not seen")));
        String forbidden = forbidden();
        findings.add(new Check(
                "hostile_users",
                forbidden.isEmpty(),
                "another user may connect to no socket: the kernel refuses it, so no line tells of it",
                forbidden.isEmpty() ? "refused on " + (1 + TASKS) + " sockets" : "permitted on " + forbidden));
    }

    /** Sockets that another user could connect to, which takes permission to write (unix(7)). */
    private String forbidden() throws InterruptedException {
        List<String> sockets = new ArrayList<>(List.of(scene.braid().socket().toString()));
        ports.forEach(port -> sockets.add(String.valueOf(port.api())));
        List<String> open = new ArrayList<>();
        for (String socket : sockets) {
            List<String> command = List.of(
                    "setpriv", "--reuid=" + NOBODY, "--regid=" + NOBODY, "--clear-groups", "test", "-w", socket);
            if (Command.execute(command, "", Duration.ofSeconds(10)).exitCode() != 1) {
                open.add(socket);
            }
        }
        return String.join(", ", open);
    }

    private static String some(List<String> all) {
        return all.isEmpty() ? "" : "; " + String.join("; ", all.subList(0, Math.min(5, all.size())));
    }
}
