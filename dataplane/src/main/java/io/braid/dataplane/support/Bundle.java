package io.braid.dataplane.support;

import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.zip.GZIPOutputStream;

/**
 * Text files to be packed together, bounded each and all, without secrets. What cannot be had is noted and the rest gathered. One thread.
 */
public final class Bundle {
    static final int MOST_OF_ONE = 4 << 20;
    static final int MOST_OF_ALL = 32 << 20;

    private final Map<String, byte[]> files = new TreeMap<>();
    private final List<String> notes = new ArrayList<>();
    private int bytes;

    /** Adds a file that is no text; one that is too large is left out. */
    public void add(String name, byte[] content) {
        if (content.length > MOST_OF_ONE) {
            notes.add(name + ": left out, it has " + content.length + " bytes");
        } else {
            put(name, content);
        }
    }

    /** Adds a file; the end of one that is too large is kept, since logs are. */
    public void add(String name, String text) {
        byte[] content = Secrets.without(text).getBytes(StandardCharsets.UTF_8);
        if (content.length > MOST_OF_ONE) {
            notes.add(name + ": the last " + MOST_OF_ONE + " of " + content.length + " bytes");
            content = Arrays.copyOfRange(content, content.length - MOST_OF_ONE, content.length);
        }
        put(name, content);
    }

    private void put(String name, byte[] content) {
        if (bytes + content.length > MOST_OF_ALL) {
            notes.add(name + ": left out, there is no room for its " + content.length + " bytes");
            return;
        }
        bytes += content.length;
        files.put(name, content);
    }

    /** Adds what {@code text} gathers, or a note of why it does not. */
    public void gather(String name, Callable<String> text) {
        try {
            add(name, text.call());
        } catch (Exception e) { // whatever it is: the host may be in a bad state, which is what this is for
            notes.add(name + ": not to be had: " + Secrets.without(String.valueOf(e.getMessage())));
        }
    }

    /** Says something about the bundle itself. */
    public void note(String sentence) {
        notes.add(sentence);
    }

    /** What could not be had, or not whole. */
    public List<String> notes() {
        return List.copyOf(notes);
    }

    /** The names of what is in it. */
    public Set<String> names() {
        return Set.copyOf(files.keySet());
    }

    /**
     * Writes it, readable by its owner alone.
     *
     * @param file must not be there yet
     * @param name of the directory in it
     * @throws IOException if it cannot be written; nothing is left of it then
     */
    public void write(Path file, String name, Instant now) throws IOException {
        var options = EnumSet.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        var ownerOnly = PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
        try (var channel = Files.newByteChannel(file, options, ownerOnly);
                var tar =
                        new TarWriter(new GZIPOutputStream(Channels.newOutputStream(channel)), now.getEpochSecond())) {
            String missing = notes.isEmpty() ? "nothing is missing" : String.join("\n", notes);
            tar.add(
                    name + "/MANIFEST.txt",
                    ("made at " + now + "\n" + missing + "\n").getBytes(StandardCharsets.UTF_8));
            for (var entry : files.entrySet()) {
                tar.add(name + "/" + entry.getKey(), entry.getValue());
            }
        } catch (FileAlreadyExistsException e) {
            throw e;
        } catch (IOException e) {
            Files.deleteIfExists(file);
            throw e;
        }
    }
}
