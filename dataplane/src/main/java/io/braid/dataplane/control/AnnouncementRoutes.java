package io.braid.dataplane.control;

import io.braid.dataplane.audit.AuditAction;
import io.braid.dataplane.audit.AuditEvent;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Request;

/**
 * The routes of the control protocol that concern BGP, leases and uplinks' service. None has a body. What changes something runs on a thread of its own, since
 * a drain waits for the switches and must not hold up an attach; the server's bound on connections bounds them.
 */
final class AnnouncementRoutes {
    private static final Logger LOG = System.getLogger(AnnouncementRoutes.class.getName());
    private static final Pattern TASK = Pattern.compile("/v1/tasks/([^/]+)/(announce|withdraw|lease|announcement)");
    private static final Pattern UPLINK = Pattern.compile("/v1/uplinks/([^/]+)/(drain|undrain)");

    private final Announcing service;
    private final LeaseConnections leases;
    private final Audited audited;

    AnnouncementRoutes(Announcing service, LeaseConnections leases, Audited audited) {
        this.service = service;
        this.leases = leases;
        this.audited = audited;
    }

    /** Answers the request if it is one of these; whether it was. */
    boolean handle(String path, Request request, Answer answer) {
        String method = request.getMethod();
        Matcher task = TASK.matcher(path);
        if (task.matches()) {
            answer.guarded(() -> task(task.group(1), task.group(2), method, request, answer));
            return true;
        }
        Matcher uplink = UPLINK.matcher(path);
        if (uplink.matches()) {
            if (answer.allows(method, "POST")) {
                String name = uplink.group(1);
                boolean drain = uplink.group(2).equals("drain");
                change(answer, (drain ? "drained" : "undrained") + " uplink " + name, () -> {
                    if (drain) {
                        service.drain(name);
                    } else {
                        service.undrain(name);
                    }
                });
            }
            return true;
        }
        return switch (path) {
            case "/v1/bgp" -> report(method, answer, service::peers);
            case "/v1/bgp/advertised" -> report(method, answer, service::advertised);
            case "/v1/bgp/received" -> report(method, answer, service::received);
            default -> false;
        };
    }

    private void task(String task, String verb, String method, Request request, Answer answer) {
        if (verb.equals("announcement")) {
            report(method, answer, () -> service.explain(AttachRules.checkTask(task)));
            return;
        }
        if (!answer.allows(method, "POST")) {
            return;
        }
        AuditAction action = switch (verb) {
            case "announce" -> AuditAction.ANNOUNCE;
            case "withdraw" -> AuditAction.WITHDRAW;
            default -> AuditAction.HOLD;
        };
        AuditEvent asked = audited.asked(action, request, task);
        audited.check(asked, () -> AttachRules.checkTask(task));
        switch (action) {
            case ANNOUNCE ->
                change(answer, "announced task " + task, () -> audited.run(asked, () -> service.announce(task)));
            case WITHDRAW ->
                change(answer, "withdrew task " + task, () -> audited.run(asked, () -> service.withdraw(task)));
            default -> leases.hold(task, who -> service.hold(task, who), request, asked, answer);
        }
    }

    private static boolean report(String method, Answer answer, Supplier<Object> what) {
        if (answer.allows(method, "GET")) {
            answer.guarded(() -> answer.send(HttpStatus.OK_200, ControlJson.write(what.get())));
        }
        return true;
    }

    private static void change(Answer answer, String done, Runnable work) {
        Thread.ofVirtual()
                .name("control-announcing")
                .start(() -> answer.guarded(() -> {
                    work.run();
                    LOG.log(Level.INFO, done);
                    answer.send(HttpStatus.NO_CONTENT_204, new byte[0]);
                }));
    }
}
