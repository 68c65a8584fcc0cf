package io.braid.dataplane.check;

import io.braid.dataplane.config.HostConfig;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;

/** Whether the control socket can be made where the configuration wants it. */
final class SocketCheck {
    private static final String SUBJECT = "control socket";

    private SocketCheck() {}

    static List<Finding> run(HostConfig config, HostFiles files) {
        Path socket = files.path(config.control().socket());
        if (Files.exists(socket, LinkOption.NOFOLLOW_LINKS)) {
            return List.of(existing(socket));
        }
        Path ancestor = socket.toAbsolutePath().getParent();
        while (ancestor != null && !Files.exists(ancestor)) {
            ancestor = ancestor.getParent();
        }
        if (ancestor == null || !Files.isDirectory(ancestor)) {
            return List.of(
                    Finding.fail(SUBJECT, ancestor + " is not a directory", "name another path in control.socket"));
        }
        if (!Files.isWritable(ancestor)) {
            return List.of(Finding.fail(
                    SUBJECT,
                    ancestor + " is not writable",
                    "run braid as root, or name another path in control.socket"));
        }
        String directory = ancestor.equals(socket.toAbsolutePath().getParent()) ? "" : " (its directory will be made)";
        return List.of(Finding.ok(SUBJECT, socket + " can be made" + directory));
    }

    private static Finding existing(Path socket) {
        if (Files.isDirectory(socket) || Files.isRegularFile(socket)) {
            return Finding.fail(SUBJECT, socket + " exists and is not a socket", "name another path in control.socket");
        }
        try (SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
            channel.connect(UnixDomainSocketAddress.of(socket));
            return Finding.warn(
                    SUBJECT, "a process is listening on " + socket, "if it is braid, stop it before starting another");
        } catch (IOException e) {
            return Finding.ok(SUBJECT, socket + " is left over from a process that has ended; it will be replaced");
        }
    }
}
