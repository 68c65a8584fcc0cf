package io.braid.dataplane.port;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.braid.dataplane.control.AttachRequest;
import io.braid.dpdk.DpdkException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TaskPortKindTest {
    @Test
    void everyKindThatCanBeAskedForIsThere() {
        for (TaskPortKind kind : TaskPortKind.values()) {
            assertEquals(kind, TaskPortKind.of(kind.label(), null));
        }
        assertEquals(TaskPortKind.VETH, TaskPortKind.of(AttachRequest.KIND_VETH, 9000));
        assertThrows(IllegalArgumentException.class, () -> TaskPortKind.of("netkit", null));
    }

    @Test
    void whatIsChosenCarriesWhatIsAskedFor() {
        for (int mtu : new int[] {1280, 1500, 1501, 9000, 9216}) {
            TaskPortKind chosen = TaskPortKind.of(AttachRequest.KIND_AUTO, mtu);
            assertTrue(chosen.hasInterface() && chosen.maxMtu() >= mtu, mtu + " " + chosen);
        }
        assertNotEquals(TaskPortKind.VETH, TaskPortKind.of(AttachRequest.KIND_AUTO, 1500), "slower to come and go");
        assertNotEquals(TaskPortKind.VETH, TaskPortKind.of(AttachRequest.KIND_AUTO, null));
    }

    @Test
    void withoutVhostNetTheRefusalNamesTheFallback(@TempDir Path directory) {
        assertDoesNotThrow(() -> VirtioUserDevice.requireVhostNet(directory));
        var refused = assertThrows(
                DpdkException.class, () -> VirtioUserDevice.requireVhostNet(directory.resolve("vhost-net")));
        assertTrue(String.valueOf(refused.getMessage()).endsWith("(modprobe vhost_net), or use kind tap"));
    }
}
