package io.braid.dataplane.audit;

import io.braid.linux.UnixPeer;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads in {@code /proc} what is worth knowing about a process. Any thread. */
public final class AskerReader {
    private static final int MOST_BYTES = 8192;
    private static final Pattern NAMESPACE = Pattern.compile("net:\\[([0-9]{1,18})]");
    /** proc_pid_cgroup(5): {@code hierarchy:controllers:path}. */
    private static final Pattern CGROUP = Pattern.compile("[0-9]+:[^:]*:(/.*)");

    private final Path proc;

    /** @param proc {@code /proc}, or a copy of it in tests */
    public AskerReader(Path proc) {
        this.proc = proc;
    }

    /** The process at the other end of a socket; what cannot be read, or may be another's by now, is unknown. */
    public Asker read(UnixPeer peer) {
        Asker asker = read(peer.pid(), peer.uid(), peer.gid());
        return peer.isThere() ? asker : new Asker(peer.pid(), peer.uid(), peer.gid(), null, null, 0);
    }

    Asker read(int pid, long uid, long gid) {
        Path process = proc.resolve(Integer.toString(pid));
        return new Asker(
                pid,
                uid,
                gid,
                lines(process.resolve("comm")).stream().findFirst().orElse(null),
                cgroup(lines(process.resolve("cgroup"))),
                namespace(process.resolve("ns/net")));
    }

    /** The one of the unified hierarchy, or, on a host that has others too, the first that is not the root. */
    private static @Nullable String cgroup(List<String> lines) {
        List<String> paths = lines.stream()
                .sorted((a, b) -> Boolean.compare(b.startsWith("0::"), a.startsWith("0::")))
                .map(CGROUP::matcher)
                .filter(Matcher::matches)
                .map(matcher -> matcher.group(1))
                .toList();
        return paths.stream()
                .filter(path -> !path.equals("/"))
                .findFirst()
                .or(() -> paths.stream().findFirst())
                .orElse(null);
    }

    private static List<String> lines(Path file) {
        try (InputStream in = Files.newInputStream(file)) {
            return new String(in.readNBytes(MOST_BYTES), StandardCharsets.UTF_8)
                    .lines()
                    .toList();
        } catch (IOException unknown) {
            return List.of();
        }
    }

    private static long namespace(Path link) {
        try {
            Matcher matcher = NAMESPACE.matcher(Files.readSymbolicLink(link).toString());
            return matcher.matches() ? Long.parseLong(matcher.group(1)) : 0;
        } catch (IOException unknown) {
            return 0;
        }
    }
}
