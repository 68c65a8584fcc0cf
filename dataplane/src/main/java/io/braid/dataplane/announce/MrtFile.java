package io.braid.dataplane.announce;

import io.braid.bgp.rib.MrtSession;
import io.braid.bgp.rib.MrtWriter;
import io.braid.bgp.session.Peer;
import io.braid.bgp.session.SessionInfo;
import io.braid.bgp.session.SessionTap;
import io.braid.bgp.session.StateChange;
import io.braid.bgp.wire.Family;
import io.braid.bgp.wire.IpAddress;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A dump of all BGP messages in a file of bounded size, and the one before it. A file that cannot be written costs a warning and the rest of the dump, never a
 * session. The speaker's thread, but for {@link #close}, which comes after it has ended.
 */
final class MrtFile implements SessionTap, AutoCloseable {
    private static final Logger LOG = System.getLogger(MrtFile.class.getName());

    private final Path file;
    private final long limit;
    private final long asn;
    private final MrtWriter writer = new MrtWriter(true, this::append);
    private @Nullable OutputStream out;
    private long size;

    MrtFile(Path file, long limit, long asn) {
        this.file = file;
        this.limit = limit;
        this.asn = asn;
        try {
            open();
        } catch (IOException e) {
            failed(e);
        }
    }

    private void open() throws IOException {
        out = new BufferedOutputStream(
                Files.newOutputStream(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND), 1 << 16);
        size = Files.size(file);
    }

    @Override
    public void message(Peer peer, Direction direction, byte[] buffer, int offset, int length) {
        if (out == null) {
            return;
        }
        write(() -> writer.message(
                Instant.now(),
                session(peer),
                direction == Direction.RECEIVED ? MrtWriter.Direction.RECEIVED : MrtWriter.Direction.SENT,
                buffer,
                offset,
                length));
    }

    @Override
    public void stateChanged(Peer peer, StateChange change) {
        if (out == null) {
            return;
        }
        // RFC 6396 section 4.4.1 counts the states from 1.
        write(() -> writer.stateChange(
                change.at(),
                session(peer),
                change.from().ordinal() + 1,
                change.to().ordinal() + 1));
    }

    private void write(Runnable record) {
        try {
            record.run();
            OutputStream open = out;
            if (open != null) {
                open.flush();
            }
        } catch (UncheckedIOException | IOException e) {
            failed(e);
        }
    }

    private MrtSession session(Peer peer) {
        InetAddress remote = peer.config().address();
        InetAddress local = peer.config().transport().localAddress();
        SessionInfo info = peer.status().info();
        boolean addPath =
                info != null && info.negotiated().families().stream().anyMatch(family -> hasPathIds(info, family));
        IpAddress peerAddress = IpAddress.of(remote.getAddress());
        return new MrtSession(
                peer.config().asn(),
                asn,
                0,
                peerAddress,
                local == null ? peerAddress : IpAddress.of(local.getAddress()),
                true,
                addPath);
    }

    private static boolean hasPathIds(SessionInfo info, Family family) {
        return info.negotiated().send().hasPathIds(family);
    }

    private void append(byte[] buffer, int offset, int length) {
        try {
            if (size + length > limit) {
                turnOver();
            }
            OutputStream open = out;
            if (open != null) {
                open.write(buffer, offset, length);
                size += length;
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void turnOver() throws IOException {
        close();
        Files.move(file, Path.of(file + ".old"), StandardCopyOption.REPLACE_EXISTING);
        open();
    }

    private void failed(Exception e) {
        LOG.log(Level.WARNING, "the BGP dump ends here: cannot write " + file + ": " + e.getMessage(), e);
        close();
    }

    @Override
    public void close() {
        OutputStream open = out;
        out = null;
        if (open == null) {
            return;
        }
        try {
            open.close();
        } catch (IOException e) {
            LOG.log(Level.WARNING, "the BGP dump " + file + " was not closed: " + e.getMessage(), e);
        }
    }
}
