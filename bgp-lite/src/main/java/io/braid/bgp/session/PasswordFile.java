package io.braid.bgp.session;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The key of a peer, in the first line of a file that may change at any time. For one thread; never says the key.
 */
final class PasswordFile {
    private static final int MAX_KEY_BYTES = 80; // the kernel's TCP_MD5SIG_MAXKEYLEN
    private static final int MAX_READ = 4096;

    private final Path path;
    private byte @Nullable [] key;

    PasswordFile(Path path) {
        this.path = path;
    }

    /**
     * Reads the file. Its time stamp is not relied on: it is too coarse to tell two writes in one tick apart.
     *
     * @return whether the key is another one than before
     * @throws IOException when the file does not give a key; the one before stays known
     */
    boolean refresh() throws IOException {
        // A pipe or device could keep the reader waiting for ever.
        if (!Files.isRegularFile(path)) {
            throw new IOException("the password file " + path + " is missing or not a regular file");
        }
        byte[] read = read();
        boolean changed = !Arrays.equals(read, key);
        key = read;
        return changed;
    }

    /** The key read last; null when none could be read yet. */
    byte @Nullable [] key() {
        return key;
    }

    private byte[] read() throws IOException {
        byte[] start;
        try (InputStream in = Files.newInputStream(path)) {
            start = in.readNBytes(MAX_READ);
        }
        int length = 0;
        while (length < start.length && start[length] != '\n' && start[length] != '\r') {
            length++;
        }
        byte[] line = Arrays.copyOf(start, length);
        Arrays.fill(start, (byte) 0);
        if (length == 0 || length > MAX_KEY_BYTES) {
            throw new IOException("the first line of the password file " + path + " has " + length
                    + " bytes, a key has 1 to " + MAX_KEY_BYTES);
        }
        return line;
    }

    @Override
    public String toString() {
        return path.toString();
    }
}
