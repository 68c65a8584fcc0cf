package io.braid.dataplane.port;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.braid.dataplane.config.FileOwner;
import io.braid.dataplane.net.MalformedValueException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SocketDirectoryTest {
    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    private Path base;

    /** Whoever runs the test: only root may give a file away. */
    private FileOwner self() throws IOException {
        return new FileOwner(
                (Integer) Files.getAttribute(base, "unix:uid"), (Integer) Files.getAttribute(base, "unix:gid"));
    }

    @Test
    void itIsItsOwnersOnlyAndGoesWithItsSocket() throws IOException {
        SocketDirectory made = SocketDirectory.make(base.resolve("tasks"), "train-1", self());
        assertEquals(base.resolve("tasks/train-1/vhost.sock"), made.socket());
        assertEquals(PosixFilePermissions.fromString("rwx------"), Files.getPosixFilePermissions(made.path()));
        Files.createFile(made.socket());
        made.remove();
        assertFalse(Files.exists(made.path()));
        made.remove(); // harmless
    }

    @Test
    void oneOfBeforeIsTakenAndMadePrivate() throws IOException {
        Path before = Files.createDirectory(base.resolve("train-1"));
        Files.setPosixFilePermissions(before, PosixFilePermissions.fromString("rwxrwxrwx"));
        SocketDirectory made = SocketDirectory.make(base, "train-1", self());
        assertEquals(PosixFilePermissions.fromString("rwx------"), Files.getPosixFilePermissions(made.path()));
    }

    @Test
    void somethingElseInItsPlaceIsRefused() throws IOException {
        Path elsewhere = Files.createDirectory(base.resolve("elsewhere"));
        Files.createSymbolicLink(base.resolve("train-1"), elsewhere);
        Files.createFile(base.resolve("train-2"));
        FileOwner self = self();
        assertThrows(UncheckedIOException.class, () -> SocketDirectory.make(base, "train-1", self));
        assertThrows(UncheckedIOException.class, () -> SocketDirectory.make(base, "train-2", self));
    }

    @Test
    void whatTheContainerPutThereStays() throws IOException {
        SocketDirectory made = SocketDirectory.make(base, "train-1", self());
        Path own = Files.createFile(made.path().resolve("notes"));
        Files.createFile(made.socket());
        made.remove();
        assertTrue(Files.exists(own));
        assertFalse(Files.exists(made.socket()));
    }

    @Test
    void aPathThatNoSocketCanHaveIsRefused() throws IOException {
        FileOwner self = self();
        var refused = assertThrows(
                UncheckedIOException.class,
                () -> SocketDirectory.make(base.resolve("b".repeat(60)), "t".repeat(63), self));
        assertTrue(String.valueOf(refused.getMessage()).contains("Linux allows 107"), refused.getMessage());
    }

    @Test
    void ownersAreTwoNumbers() {
        assertEquals(new FileOwner(1000, 2147483647), FileOwner.parse("1000:2147483647"));
        for (String wrong : new String[] {"1000", "braid:braid", "1000:", "01:1", "-1:0", "1:2147483648", "1:1:1"}) {
            assertThrows(MalformedValueException.class, () -> FileOwner.parse(wrong), wrong);
        }
    }
}
