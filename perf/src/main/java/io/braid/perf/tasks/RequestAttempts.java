package io.braid.perf.tasks;

import io.braid.perf.lab.Family;
import io.braid.perf.lab.LabPlan;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;

/** What a client of the control socket asks for that it must not get: addresses of others, addresses of nobody, and what is no request. */
final class RequestAttempts {
    private static final int NUMBER = 78;

    private final Scene scene;
    private final Path socket;
    private final AttemptList list;

    private RequestAttempts(Scene scene, AttemptList list) {
        this.scene = scene;
        this.socket = scene.braid().socket();
        this.list = list;
    }

    /**
     * @param ended a grant that was good, was used, and is over
     * @param endedTask the task whose it was, which is attached
     */
    static void add(Scene scene, String ended, String endedTask, AttemptList list) {
        var attempts = new RequestAttempts(scene, list);
        attempts.addresses();
        attempts.fields();
        attempts.afterTheEnd(ended, endedTask);
        attempts.strangers();
        attempts.garbage();
    }

    /** With a grant that is good for just that. */
    private void granted(String name, String task, List<String> ips) {
        String grant = scene.scheduler().grant(task, scene.host(), ips, 3600);
        attach(name, TokenAttempts.attach(task, ips, ",\"grant\":\"" + grant + "\""));
    }

    private void attach(String name, String body) {
        list.request(name, socket, RawHttp.post("/v1/tasks", body));
    }

    private void addresses() {
        LabPlan plan = scene.plan();
        List<String> others = scene.ips(1);
        String own = plan.taskAddress(NUMBER, Family.V4);
        granted("duplicate claim: the IPv4 address of another task", "mallory", List.of(others.getFirst()));
        granted("duplicate claim: the IPv6 address of another task", "mallory", List.of(others.getLast()));
        granted(
                "duplicate claim: an address of another task beside one's own",
                "mallory",
                List.of(own, others.getFirst()));
        granted("duplicate claim: the name of another task", plan.taskName(1), scene.ips(NUMBER));
        granted("duplicate claim: another task once more, addresses and all", plan.taskName(1), others);
        granted("outside the prefixes: IPv4", "mallory", List.of("10.101.0.7"));
        granted("outside the prefixes: IPv6", "mallory", List.of("2001:db8:101::7"));
        granted("outside the prefixes: storage", "mallory", List.of(plan.storageAddress(Family.V4)));
        granted("outside the prefixes: the host's own uplink", "mallory", List.of(plan.hostAddress(0, Family.V4)));
        granted("outside the prefixes: the rack switch", "mallory", List.of(plan.torAddress(0, Family.V6)));
        for (String address : List.of(
                "127.0.0.1",
                "224.0.0.5",
                "169.254.1.1",
                "0.0.0.0",
                "255.255.255.255",
                "::1",
                "ff02::1",
                "fe80::1",
                "::ffff:10.100.0.78",
                "::")) {
            attach("announce what is nobody's: " + address, TokenAttempts.attach("mallory", List.of(address), ""));
        }
    }

    private void fields() {
        List<String> ips = scene.ips(NUMBER);
        attach("a name that leaves its directory", TokenAttempts.attach("../../mallory", ips, ""));
        attach(
                "a name with a line of the audit in it",
                TokenAttempts.attach("m\\naudit: action=attach outcome=granted", ips, ""));
        attach(
                "the namespace of Braid itself",
                TokenAttempts.attach("mallory", ips, ",\"netns\":\"/proc/self/ns/net\""));
        attach(
                "a namespace by way of others",
                TokenAttempts.attach("mallory", ips, ",\"netns\":\"/run/netns/../../etc/passwd\""));
        attach("a field that is not known", TokenAttempts.attach("mallory", ips, ",\"force\":true"));
        attach("a field twice", TokenAttempts.attach("mallory", ips, ",\"task\":\"task1\""));
        attach("seventeen addresses", TokenAttempts.attach("mallory", Collections.nCopies(17, "10.100.0.78"), ""));
        attach(
                "any address, by the grant of another task",
                TokenAttempts.attach("mallory", List.of("auto"), ",\"grant\":\"" + scene.grant(1) + "\""));
    }

    private void afterTheEnd(String grant, String task) {
        String body = TokenAttempts.attach("again", List.of("10.100.0.90"), ",\"grant\":\"" + grant + "\"");
        attach("replay: a grant after its end, for another task", body);
        attach("replay: a grant after its end", body.replace("\"again\"", "\"" + task + "\""));
        list.request(
                "replay: a grant after its end, as a new one",
                socket,
                RawHttp.post("/v1/tasks/" + task + "/grant", "{\"grant\":\"" + grant + "\"}"));
        for (String verb : List.of("announce", "lease")) {
            list.request(
                    verb + " after the end of the grant",
                    socket,
                    RawHttp.request("POST", "/v1/tasks/" + task + "/" + verb));
        }
        list.request(
                "a grant of another task as a new one",
                socket,
                RawHttp.post("/v1/tasks/" + task + "/grant", "{\"grant\":\"" + scene.grant(1) + "\"}"));
    }

    private void strangers() {
        for (String verb : List.of("announce", "withdraw", "lease")) {
            list.request(
                    verb + " a task that there is not", socket, RawHttp.request("POST", "/v1/tasks/nobody/" + verb));
        }
        list.request("detach a task that there is not", socket, RawHttp.request("DELETE", "/v1/tasks/nobody"));
        list.request("detach by a path", socket, RawHttp.request("DELETE", "/v1/tasks/../tasks/%74ask1"));
        list.request("a path that there is not", socket, RawHttp.request("POST", "/v1/grant-me-all"));
        list.request("a method that there is not", socket, RawHttp.request("PUT", "/v1/tasks"));
    }

    private void garbage() {
        list.request("HTTP: a TLS hello", socket, "\u0016\u0003\u0001\u0002\u0000\u0001\r\n\r\n");
        list.request("HTTP: half a line", socket, "POST\r\n\r\n");
        list.request("HTTP: another version", socket, "GET /v1/status HTTP/9.9\r\nHost: b\r\n\r\n");
        list.request("HTTP: no host", socket, "POST /v1/tasks HTTP/1.1\r\n\r\n");
        list.request("HTTP: two hosts", socket, "POST /v1/tasks HTTP/1.1\r\nHost: b\r\nHost: c\r\n\r\n");
        list.request(
                "HTTP: two lengths",
                socket,
                "POST /v1/tasks HTTP/1.1\r\nHost: b\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\n12345");
        list.request(
                "HTTP: chunks and a length",
                socket,
                "POST /v1/tasks HTTP/1.1\r\nHost: b\r\nTransfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n");
        list.request(
                "HTTP: a chunk of no size",
                socket,
                "POST /v1/tasks HTTP/1.1\r\nHost: b\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n");
        list.request(
                "HTTP: a header of 20,000 characters",
                socket,
                "GET /v1/status HTTP/1.1\r\nHost: b\r\nX: " + "x".repeat(20_000) + "\r\n\r\n");
        list.request("HTTP: a path of 20,000 characters", socket, RawHttp.request("GET", "/" + "x".repeat(20_000)));
        list.request("HTTP: a zero in the path", socket, RawHttp.request("GET", "/v1/status%00"));
        attach("HTTP: a body of 70,000 bytes", "x".repeat(70_000));
        attach("JSON: none", "attach me");
        attach("JSON: brackets 2,000 deep", "[".repeat(2000));
        attach("JSON: a number for a name", "{\"task\":7,\"ips\":[\"10.100.0.78\"],\"kind\":\"tap\"}");
        attach("JSON: null", "null");
    }
}
