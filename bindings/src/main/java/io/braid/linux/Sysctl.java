package io.braid.linux;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/**
 * Reads and writes kernel parameters under {@code /proc/sys}, in the caller's or another network namespace.
 *
 * <p>Keys are written as sysctl(8) takes them: {@code net.ipv4.ip_forward}, or with slashes when a part has a dot:
 * {@code net/ipv4/conf/eth0.5/rp_filter}. Stateless; any thread.
 */
public final class Sysctl {
    private static final Path ROOT = Path.of("/proc/sys");

    /** The longest value that the kernel gives at once. */
    private static final int MAX_BYTES = 4096;

    private final @Nullable NetworkNamespace namespace;

    /** A changed parameter that goes back to its old value when closed. */
    public interface Restore extends AutoCloseable {
        @Override
        void close();
    }

    private Sysctl(@Nullable NetworkNamespace namespace) {
        this.namespace = namespace;
    }

    /** Returns the parameters as the calling thread sees them. */
    public static Sysctl host() {
        return new Sysctl(null);
    }

    /** Returns the parameters of a namespace, which must stay open while they are used; only {@code net.*} differ. */
    public static Sysctl in(NetworkNamespace namespace) {
        return new Sysctl(namespace);
    }

    /**
     * Returns a parameter's value, stripped.
     *
     * @throws UncheckedIOException when this kernel has no such parameter or it cannot be read
     */
    public String read(String key) {
        Path path = path(key);
        try {
            return inNamespace(() -> {
                // Numbers are only given from the file's start: who reads them piece by piece gets the first piece.
                try (InputStream in = Files.newInputStream(path)) {
                    byte[] text = new byte[MAX_BYTES];
                    int length = in.read(text);
                    return new String(text, 0, Math.max(0, length), StandardCharsets.US_ASCII).strip();
                }
            });
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + path + why(path, e), e);
        }
    }

    /**
     * Sets a parameter.
     *
     * @throws UncheckedIOException when this kernel has no such parameter, or it refuses the value
     */
    public void write(String key, String value) {
        Path path = path(key);
        try {
            inNamespace(
                    () -> Files.writeString(path, value + "\n", StandardCharsets.US_ASCII, StandardOpenOption.WRITE));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write '" + value + "' to " + path + why(path, e), e);
        }
    }

    /** Sets a parameter until the returned object is closed. */
    public Restore writeUntilClosed(String key, String value) {
        String before = read(key);
        write(key, value);
        return () -> write(key, before);
    }

    static Path path(String key) {
        String relative = key.indexOf('/') >= 0 ? key : key.replace('.', '/');
        Path path = ROOT.resolve(relative).normalize();
        if (key.isEmpty() || !path.startsWith(ROOT) || path.equals(ROOT)) {
            throw new IllegalArgumentException("'" + key + "' is no sysctl key such as net.ipv4.ip_forward");
        }
        return path;
    }

    private <T> T inNamespace(NetworkNamespace.Work<T, IOException> work) throws IOException {
        return namespace == null ? work.call() : namespace.run(work);
    }

    private static String why(Path path, IOException e) {
        return switch (e) {
            case java.nio.file.NoSuchFileException gone ->
                ": this kernel or namespace has no such parameter; its module or interface may be missing";
            case java.nio.file.AccessDeniedException denied -> ": not allowed; run as root with a writable /proc/sys";
            default -> ": " + String.valueOf(e.getMessage()).replace(path + ": ", "");
        };
    }
}
