package io.braid.dataplane.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.braid.dataplane.control.ControlServer;
import io.braid.dataplane.control.FakeService;
import io.braid.dataplane.control.ReloadReport;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A reload over the control socket. */
class ReloadCommandTest {
    private final FakeService service = new FakeService();

    @SuppressWarnings("NullAway.Init")
    private Path socket;

    @SuppressWarnings("NullAway.Init")
    private ControlServer server;

    @BeforeEach
    void start(@TempDir Path directory) {
        socket = directory.resolve("control.sock");
        server = ControlServer.start(socket, service);
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private Invocation reload(String... arguments) {
        var all = new ArrayList<>(List.of(arguments));
        all.addAll(List.of("--socket", socket.toString()));
        return Invocation.of(new ReloadCommand(), all.toArray(String[]::new));
    }

    @Test
    void showsWhatHasChanged() {
        String changes = "egress.policy: hash -> flowlet\nuplinks[0].mtu: 1500 -> 9000\nwarning: mind this\n";
        assertEquals(
                new Invocation(0, changes + "braid goes by /etc/braid/host.yaml: 2 options changed in 12 ms\n", ""),
                reload());
        service.operating.outcome = ReloadReport.READY;
        assertEquals(
                new Invocation(0, changes + "2 options of /x/host.yaml can be changed; nothing has changed yet\n", ""),
                reload("--dry-run", "-c", "/x/host.yaml"));
        service.operating.outcome = ReloadReport.UNCHANGED;
        assertEquals(
                new Invocation(0, "warning: mind this\nbraid goes by /etc/braid/host.yaml already\n", ""), reload());
        assertEquals(List.of("null", "/x/host.yaml dry", "null"), service.operating.calls);
    }

    @Test
    void aRelativeFileIsTheCallersOwn() {
        assertEquals(0, reload("-c", "host.yaml").exitCode());
        assertEquals(List.of(Path.of("host.yaml").toAbsolutePath().toString()), service.operating.calls);
    }

    @Test
    void aRefusalShowsTheDifferencesAndAllReasons() {
        service.operating.outcome = ReloadReport.REFUSED;
        Invocation refused = reload();
        assertEquals(1, refused.exitCode());
        assertTrue(refused.out().contains("uplinks[0].mtu: 1500 -> 9000   (needs a restart)\n"), refused.out());
        assertEquals(
                "braid: refused, nothing has changed:\n  uplinks[0].mtu: it needs a restart\n  another reason\n",
                refused.err());
        service.operating.outcome = ReloadReport.INVALID;
        assertEquals(2, reload().exitCode());
        service.operating.outcome = "busy";
        assertEquals(
                new Invocation(1, "", "braid: another reload is under way; try again when it is done\n"), reload());
    }

    @Test
    void jsonIsTheWholeReport() {
        service.operating.outcome = ReloadReport.REFUSED;
        Invocation json = reload("--json");
        assertEquals(1, json.exitCode());
        assertTrue(json.out().contains("\"outcome\" : \"refused\""), json.out());
        assertTrue(json.out().contains("\"live\" : false"), json.out());
    }
}
