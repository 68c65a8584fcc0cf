package io.braid.dataplane.control;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.braid.dataplane.audit.AuditLog;
import io.braid.dataplane.config.FileOwner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tasks' own sockets, with real clients. */
class TaskSocketServerTest {
    private final FakeOwnTask own = new FakeOwnTask();
    private final List<String> audited = new CopyOnWriteArrayList<>();

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    private Path base;

    private TaskSocketServer server;
    private Path socket;

    @BeforeEach
    void start() throws IOException {
        server = server(TaskSocketServer.LIMITS);
        socket = server.open("train-1");
    }

    private TaskSocketServer server(ControlLimits limits) throws IOException {
        var self = new FileOwner(
                (Integer) Files.getAttribute(base, "unix:uid"), (Integer) Files.getAttribute(base, "unix:gid"));
        var made = TaskSocketServer.start(
                base, self, new AuditLog((_, line) -> audited.add(line), System::nanoTime), limits);
        made.serve(own);
        return made;
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private static String get(Path at, String path) throws Exception {
        return RawClient.exchange(at, "GET " + path + " HTTP/1.1\r\nHost: b\r\n\r\n");
    }

    private static String post(Path at, String path) throws Exception {
        return post(at, path, "");
    }

    private static String post(Path at, String path, String body) throws Exception {
        return RawClient.exchange(
                at, "POST " + path + " HTTP/1.1\r\nHost: b\r\nContent-Length: " + body.length() + "\r\n\r\n" + body);
    }

    private static void assertStatus(int status, String answer) {
        assertTrue(answer.startsWith("HTTP/1.1 " + status + " "), answer);
    }

    @Test
    void everyRouteIsForTheTaskWhoseSocketItIs() throws Exception {
        Path other = server.open("train-2");
        assertStatus(204, post(socket, "/v1/announce"));
        assertStatus(204, post(other, "/v1/announce"));
        assertStatus(204, post(socket, "/v1/withdraw"));
        assertStatus(204, post(socket, "/v1/ready"));
        assertStatus(204, post(other, "/v1/not-ready"));
        String beat = post(socket, "/v1/lease?ttl=30");
        assertStatus(200, beat);
        assertTrue(beat.contains("\"seconds\":30"), beat);
        assertStatus(200, post(socket, "/v1/grant", "{\"grant\":\"a.b.c\"}"));
        assertEquals(
                List.of(
                        "announce train-1",
                        "announce train-2",
                        "withdraw train-1",
                        "ready train-1",
                        "not-ready train-2",
                        "beat train-1 30",
                        "renew train-1 a.b.c"),
                own.calls);
        String view = get(socket, "/v1/task");
        assertStatus(200, view);
        assertTrue(view.contains("\"task\":\"train-1\"") && view.contains("2001:db8:100::7"), view);
        assertTrue(get(other, "/v1/task").contains("\"task\":\"train-2\""));
    }

    @Test
    void aGrantIsShownIfThereIsOne() throws Exception {
        assertStatus(404, get(socket, "/v1/grant"));
        own.grant = Samples.grant();
        String shown = get(socket, "/v1/grant");
        assertStatus(200, shown);
        assertTrue(shown.contains("\"id\":\"4f1c0d7e\""), shown);
    }

    @Test
    void nothingElseIsThere() throws Exception {
        for (String path : List.of(
                "/",
                "/v1/status",
                "/v1/tasks",
                "/v1/tasks/train-2/announce",
                "/v1/task/train-2",
                "/v1/handover",
                "/v1/bgp",
                "/v1/queues",
                "/v1/uplinks/nic0/drain",
                "/v1/announce/",
                "/v1/%61nnounce",
                "/v1/task/../announce")) {
            for (String answer : List.of(get(socket, path), post(socket, path))) {
                assertTrue(answer.startsWith("HTTP/1.1 404 ") || answer.startsWith("HTTP/1.1 400 "), path + answer);
            }
        }
        for (String path : List.of("/v1/announce", "/v1/withdraw", "/v1/ready", "/v1/not-ready", "/v1/lease")) {
            assertStatus(405, get(socket, path));
        }
        assertStatus(405, post(socket, "/v1/task"));
        assertStatus(405, RawClient.exchange(socket, "DELETE /v1/grant HTTP/1.1\r\nHost: b\r\n\r\n"));
        assertEquals(List.of(), own.calls);
    }

    @Test
    void aHeartbeatsTimeIsBounded() throws Exception {
        for (String query :
                List.of("ttl=0", "ttl=3601", "ttl=99999", "ttl=-1", "ttl=1&x=2", "ttl=", "x", "ttl=1.5", "")) {
            assertStatus(400, post(socket, "/v1/lease?" + query));
        }
        assertEquals(List.of(), own.calls);
        assertStatus(200, post(socket, "/v1/lease?ttl=3600"));
        assertStatus(200, post(socket, "/v1/lease?ttl=1"));
    }

    @Test
    void aLeaseEndsWithItsConnection() throws Exception {
        try (var holder = new RawClient(socket)) {
            holder.send("POST /v1/lease HTTP/1.1\r\nHost: b\r\nContent-Length: 0\r\n\r\n");
            until(() -> own.held.contains("train-1"));
            assertStatus(409, post(socket, "/v1/lease"));
            assertStatus(200, get(socket, "/v1/task"));
        }
        until(() -> own.calls.equals(List.of("hold train-1", "release train-1")));
    }

    @Test
    void aTaskThatLeavesLosesSocketLeaseAndDirectory() throws Exception {
        try (var holder = new RawClient(socket)) {
            holder.send("POST /v1/lease HTTP/1.1\r\nHost: b\r\nContent-Length: 0\r\n\r\n");
            until(() -> own.held.contains("train-1"));
            server.remove("train-1");
            until(() -> own.held.isEmpty());
        }
        assertFalse(Files.exists(socket.getParent()));
        assertNull(server.path("train-1"));
        assertEquals(socket, server.open("train-1"));
        assertStatus(204, post(socket, "/v1/ready"));
    }

    @Test
    void theNextProcessTakesTheDirectoryThatIsThere() throws Exception {
        Object directory = Files.getAttribute(socket.getParent(), "unix:ino");
        server.close();
        assertFalse(Files.exists(socket));
        server = server(TaskSocketServer.LIMITS);
        server.open("train-1");
        assertEquals(directory, Files.getAttribute(socket.getParent(), "unix:ino"), "a container's mount goes on");
        assertStatus(204, post(socket, "/v1/ready"));
        // One that was killed leaves its socket.
        Files.move(socket, base.resolve("kept"));
        server.close();
        Files.move(base.resolve("kept"), socket);
        server = server(TaskSocketServer.LIMITS);
        server.open("train-1");
        assertStatus(204, post(socket, "/v1/ready"));
    }

    @Test
    void whatAContainerPutsInItsPlaceIsNeitherFollowedNorRemoved() throws Exception {
        Path mine = Files.writeString(base.resolve("mine"), "x");
        Files.setPosixFilePermissions(mine, PosixFilePermissions.fromString("rw-------"));
        server.close();
        Files.createSymbolicLink(socket, mine);
        server = server(TaskSocketServer.LIMITS);
        server.open("train-1");
        assertFalse(Files.isSymbolicLink(socket), "replaced");
        assertStatus(204, post(socket, "/v1/ready"));
        assertEquals("x", Files.readString(mine));
        assertEquals(PosixFilePermissions.fromString("rw-------"), Files.getPosixFilePermissions(mine));
        Files.delete(socket);
        Files.createSymbolicLink(socket, mine);
        server.remove("train-1");
        assertTrue(Files.isSymbolicLink(socket), "not Braid's");
        assertEquals("x", Files.readString(mine));
        Files.delete(socket);
        Files.createDirectory(socket);
        assertThrows(ControlException.class, () -> server.open("train-1"));
        assertNull(server.path("train-1"));
        Files.delete(socket);
        server.open("train-1");
        assertStatus(204, post(socket, "/v1/ready"));
    }

    @Test
    void aLinkInPlaceOfTheDirectoryIsRefused() throws Exception {
        Path elsewhere = Files.createDirectory(base.resolve("elsewhere"));
        Files.createSymbolicLink(base.resolve(".api/train-3"), elsewhere);
        assertThrows(ControlException.class, () -> server.open("train-3"));
        try (var files = Files.list(elsewhere)) {
            assertEquals(0, files.count());
        }
    }

    @Test
    void onlyTheOwnerMayConnect() throws Exception {
        assertEquals(PosixFilePermissions.fromString("rw-rw----"), Files.getPosixFilePermissions(socket));
        assertEquals(PosixFilePermissions.fromString("rwxr-xr-x"), Files.getPosixFilePermissions(socket.getParent()));
        try (var files = Files.list(base.resolve(".api"))) {
            assertEquals(List.of(base.resolve(".api/train-1")), files.toList());
        }
    }

    @Test
    void oneTaskDoesNotStarveAnother() throws Exception {
        Path other = server.open("train-2");
        var idle = new ArrayList<RawClient>();
        try {
            for (int i = 0; i < 40; i++) {
                idle.add(new RawClient(socket).send("POST /v1/announce HTTP/1.1\r\n"));
            }
            for (int i = 0; i < 10; i++) {
                assertStatus(204, post(other, "/v1/announce"));
            }
        } finally {
            for (RawClient client : idle) {
                client.close();
            }
        }
        assertStatus(204, post(socket, "/v1/announce"));
    }

    @Test
    void changesAreBoundedAndEachTasksOwn() throws Exception {
        Path other = server.open("train-2");
        String last = "";
        for (int i = 0; i <= ChangeBudget.MOST + 20 && !last.startsWith("HTTP/1.1 403"); i++) {
            last = post(socket, "/v1/announce");
        }
        assertStatus(403, last);
        assertTrue(last.contains("too many changes"), last);
        assertStatus(204, post(other, "/v1/announce"));
        assertStatus(200, get(socket, "/v1/task"));
    }

    @Test
    void hostileRequestsAreAnsweredOrCut() throws Exception {
        String large = "{\"grant\":\"" + "a".repeat(20_000) + "\"}";
        assertStatus(413, post(socket, "/v1/grant", large));
        assertStatus(400, post(socket, "/v1/grant", "{\"grant\":\"a.b.c\",\"task\":\"train-2\"}"));
        assertStatus(400, post(socket, "/v1/grant", "[[[["));
        assertStatus(400, post(socket, "/v1/grant", ""));
        assertStatus(
                431,
                RawClient.exchange(socket, "GET /v1/task HTTP/1.1\r\nHost: b\r\nX: " + "y".repeat(9000) + "\r\n\r\n"));
        assertTrue(RawClient.exchange(socket, "\0\1\2\r\n\r\n").startsWith("HTTP/1.1 400"));
        assertEquals(List.of(), own.calls);
        server.close();
        server = server(new ControlLimits(16 * 1024, 8 * 1024, 8, 8, Duration.ofSeconds(5), Duration.ofMillis(300)));
        server.open("train-1");
        try (var slow = new RawClient(socket)) {
            slow.send("POST /v1/grant HTTP/1.1\r\nHost: b\r\nContent-Length: 100\r\n\r\n{");
            assertFalse(slow.readAll().startsWith("HTTP/1.1 200"));
        }
        assertStatus(200, get(socket, "/v1/task"));
    }

    @Test
    void everyDecisionIsWrittenDown() throws Exception {
        post(socket, "/v1/announce");
        own.withheld = true;
        assertStatus(403, post(socket, "/v1/announce"));
        post(socket, "/v1/not-ready");
        post(socket, "/v1/lease?ttl=0");
        post(socket, "/v1/grant", "{\"grant\":\"a.b.c\"}");
        assertEquals(5, audited.size(), audited.toString());
        String pid = " pid=" + ProcessHandle.current().pid() + " ";
        for (String line : audited) {
            assertTrue(line.contains(" task=train-1 ") && line.contains(" socket=task ") && line.contains(pid), line);
        }
        assertTrue(audited.get(0).startsWith("action=announce outcome=granted "), audited.get(0));
        assertTrue(audited.get(1).startsWith("action=announce outcome=refused reason=withheld "), audited.get(1));
        assertTrue(audited.get(2).startsWith("action=not-ready outcome=granted "), audited.get(2));
        assertTrue(audited.get(3).startsWith("action=beat outcome=refused reason=bad-request "), audited.get(3));
        assertTrue(audited.get(4).startsWith("action=renew outcome=granted "), audited.get(4));
        assertFalse(audited.toString().contains("a.b.c"), "no token");
    }

    @Test
    void manyTasksShareTheThreads() throws Exception {
        var all = new ArrayList<>(List.of(socket));
        for (int i = 2; i <= 30; i++) {
            all.add(server.open("train-" + i));
        }
        for (Path one : all) {
            assertStatus(204, post(one, "/v1/ready"));
        }
        long threads = Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("task-api"))
                .count();
        assertTrue(threads <= 2 * 30 + 10, threads + " threads");
    }

    private static void until(BooleanSupplier condition) {
        long end = System.nanoTime() + 20_000_000_000L;
        while (!condition.getAsBoolean()) {
            assertTrue(System.nanoTime() - end < 0, "within 20 s");
            LockSupport.parkNanos(1_000_000);
        }
    }
}
