package io.braid.dataplane.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AskerReaderTest {
    @TempDir
    private Path proc;

    private Asker read(String cgroup) throws Exception {
        Path process = proc.resolve("7");
        Files.createDirectories(process.resolve("ns"));
        Files.writeString(process.resolve("comm"), "sched\n");
        Files.writeString(process.resolve("cgroup"), cgroup);
        Files.deleteIfExists(process.resolve("ns/net"));
        Files.createSymbolicLink(process.resolve("ns/net"), Path.of("net:[4026532008]"));
        return new AskerReader(proc).read(7, 1000, 100);
    }

    @Test
    void readsNameControlGroupAndNamespace() throws Exception {
        assertEquals(
                new Asker(7, 1000, 100, "sched", "/system.slice/x.service", 4026532008L),
                read("0::/system.slice/x.service\n"));
        assertEquals(
                "/docker/0f",
                read("9:memory:/docker/0f\n1:name=systemd:/docker/0e\n0::/\n").cgroup());
        assertEquals("/u", read("9:memory:/docker/0f\n0::/u\n").cgroup());
        assertEquals("/", read("0::/\n").cgroup());
    }

    @Test
    void whatCannotBeReadIsUnknown() {
        assertEquals(new Asker(9, 1, 2, null, null, 0), new AskerReader(proc).read(9, 1, 2));
        Asker own = new AskerReader(Path.of("/proc"))
                .read((int) ProcessHandle.current().pid(), 0, 0);
        assertTrue(own.netns() > 0 && own.command() != null && own.cgroup() != null, own::toString);
    }
}
