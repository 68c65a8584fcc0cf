package io.braid.dataplane.port;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
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
        assertEquals(TaskPortKind.TAP, TaskPortKind.of(AttachRequest.KIND_TAP));
        assertEquals(TaskPortKind.VIRTIO_USER, TaskPortKind.of(AttachRequest.KIND_VIRTIO_USER));
        assertThrows(IllegalArgumentException.class, () -> TaskPortKind.of("veth"));
    }

    @Test
    void withoutVhostNetTheRefusalNamesTheFallback(@TempDir Path directory) {
        assertDoesNotThrow(() -> VirtioUserDevice.requireVhostNet(directory));
        var refused = assertThrows(
                DpdkException.class, () -> VirtioUserDevice.requireVhostNet(directory.resolve("vhost-net")));
        assertTrue(String.valueOf(refused.getMessage()).endsWith("(modprobe vhost_net), or use kind tap"));
    }
}
