package io.braid.dataplane.engine;

import io.braid.flow.FlowHash;
import io.braid.flow.FlowTable;
import io.braid.flow.FlowTimeouts;
import io.braid.flow.PinFileException;
import io.braid.flow.PinFileReader;
import io.braid.flow.PinFileWriter;
import io.braid.flow.Pins;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Lets flows keep their uplink over a restart: reads at the start what the process before wrote at its end.
 *
 * <p>Whatever is wrong with the file costs a warning and no more; flows then begin anew. {@link #close} is for when no worker runs any more.
 */
public final class PinStore implements AutoCloseable {
    private static final Logger LOG = System.getLogger(PinStore.class.getName());

    private final Path file;
    private final String host;
    private final Supplier<List<String>> uplinks;
    private volatile FlowTimeouts timeouts;
    private final PinSet pins;
    private volatile @Nullable FlowTable inherited;
    private boolean found;
    private final long restoredNanos = System.nanoTime();

    /**
     * Reads the file, if there is one, and removes it; one that is no pin file of this host is left alone.
     *
     * @param file where it lies
     * @param host this host's name
     * @param uplinks their names, by index: those of now at the start, and at the end those that there were
     * @param timeouts pins older than these are forgotten
     * @param pins what to save at the end
     */
    public PinStore(Path file, String host, Supplier<List<String>> uplinks, FlowTimeouts timeouts, PinSet pins) {
        this.file = file;
        this.host = host;
        this.uplinks = uplinks;
        this.timeouts = timeouts;
        this.pins = pins;
        this.inherited = restore(pins.hash());
    }

    private @Nullable FlowTable restore(FlowHash hash) {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ);
                InputStream in = Channels.newInputStream(channel)) {
            PinFileReader.Restored restored = new PinFileReader(host, uplinks.get(), hash, timeouts)
                    .read(in, channel.size(), tick(), System.currentTimeMillis());
            LOG.log(
                    Level.INFO,
                    "{0} flows keep the uplink they had, {1} of before are over",
                    Integer.toString(restored.pins()),
                    Integer.toString(restored.left()));
            remove(file);
            found = true;
            return restored.pins() == 0 ? null : restored.table();
        } catch (NoSuchFileException e) {
            return null;
        } catch (PinFileException e) {
            LOG.log(Level.WARNING, "{0} is not used, flows begin anew: {1}", file, e.getMessage());
            return null;
        } catch (IOException e) {
            LOG.log(Level.WARNING, "{0} cannot be read, flows begin anew: {1}", file, e);
            return null;
        }
    }

    private static void remove(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            LOG.log(Level.WARNING, "{0} cannot be removed: {1}", file, e);
        }
    }

    /** Whether the process before left its flows' uplinks, if only of no flow, and they were read. */
    public boolean found() {
        return found;
    }

    /** The uplinks of flows of before, until their idle time is over; null then. Any thread. */
    public @Nullable FlowTable inherited() {
        if (inherited != null && System.nanoTime() - restoredNanos > timeouts.idleMillis() * 1_000_000L) {
            inherited = null;
        }
        return inherited;
    }

    /** Flows of before are forgotten by other times from now on. Any thread. */
    public void timeouts(FlowTimeouts now) {
        timeouts = now;
    }

    /** Saves all pins. */
    @Override
    public void close() {
        Path unfinished = file.resolveSibling(file.getFileName() + ".new");
        try {
            var tables = new ArrayList<FlowTable>();
            pins.all().stream().map(Pins::table).forEach(tables::add);
            FlowTable unclaimed = inherited();
            if (unclaimed != null) {
                tables.add(unclaimed);
            }
            int saved = write(unfinished, tables);
            Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE);
            LOG.log(Level.INFO, "saved the uplinks of {0} flows", Integer.toString(saved));
        } catch (IOException e) {
            LOG.log(Level.WARNING, "the uplinks of flows could not be saved to {0}: {1}", file, e);
            remove(unfinished);
        }
    }

    private int write(Path target, List<FlowTable> tables) throws IOException {
        remove(target);
        var options = EnumSet.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        var ownerOnly = PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
        try (FileChannel channel = FileChannel.open(target, Set.copyOf(options), ownerOnly);
                OutputStream out = Channels.newOutputStream(channel)) {
            return new PinFileWriter(host, uplinks.get()).write(out, tables, tick(), System.currentTimeMillis());
        }
    }

    private static int tick() {
        return ForwardingWorker.tick(System.nanoTime());
    }
}
