package io.braid.perf.tasks;

import io.braid.perf.lab.Scheduler;
import java.nio.file.Path;
import java.util.List;

/** What a job tries by its task's own socket: to speak for another task or for the host, and what is no request. */
final class SocketAttempts {
    private SocketAttempts() {}

    /**
     * @param socket of task 1
     * @param ended of a task whose grant is over
     */
    static void add(Scene scene, Path socket, Path ended, AttemptList list) {
        String other = scene.plan().taskName(2);
        for (String path : List.of(
                "/v1/tasks",
                "/v1/tasks/" + other + "/announce",
                "/v1/tasks/" + other + "/withdraw",
                "/v1/tasks/" + other + "/lease",
                "/v1/tasks/" + other + "/grant",
                "/v1/uplinks/nic0/drain",
                "/v1/handover")) {
            list.request("task's socket: " + path, socket, RawHttp.post(path, "{}"));
        }
        list.request("task's socket: detach another task", socket, RawHttp.request("DELETE", "/v1/tasks/" + other));
        list.request("task's socket: the host's status", socket, RawHttp.request("GET", "/v1/status"));
        list.request(
                "task's socket: attach a task",
                socket,
                RawHttp.post("/v1/tasks", TokenAttempts.attach("mallory", List.of("10.100.0.79"), "")));
        list.request("task's socket: another method", socket, RawHttp.request("DELETE", "/v1/announce"));
        list.request("task's socket: a lease of a year", socket, RawHttp.post("/v1/lease?ttl=31536000", ""));
        list.request("task's socket: a lease for another task", socket, RawHttp.post("/v1/lease?task=" + other, ""));
        list.request(
                "task's socket: the grant of another task",
                socket,
                RawHttp.post("/v1/grant", "{\"grant\":\"" + scene.grant(2) + "\"}"));
        list.request(
                "task's socket: a grant of an unknown key",
                socket,
                RawHttp.post(
                        "/v1/grant",
                        "{\"grant\":\""
                                + new Scheduler().grant(scene.plan().taskName(1), scene.host(), scene.ips(1), 3600)
                                + "\"}"));
        list.request(
                "task's socket: a grant of 20,000 characters",
                socket,
                RawHttp.post("/v1/grant", "{\"grant\":\"" + "x".repeat(20_000) + "\"}"));
        list.request("task's socket: no HTTP", socket, "announce 10.100.0.2\r\n\r\n");
        list.request(
                "task's socket: a header of 20,000 characters",
                socket,
                "POST /v1/announce HTTP/1.1\r\nHost: b\r\nX: " + "x".repeat(20_000) + "\r\n\r\n");
        list.request("task's socket: announce after the end of the grant", ended, RawHttp.post("/v1/announce", ""));
        list.request("task's socket: a lease after the end of the grant", ended, RawHttp.post("/v1/lease?ttl=60", ""));
    }
}
