package io.braid.numa.topology;

import io.braid.linux.CpuSet;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Unpacks a host that was written down as text, one file or link per line:
 *
 * <pre>
 * # a comment
 * sys/devices/system/cpu/online = 0-7
 * sys/devices/system/cpu/cpu{0-3,8}/topology/physical_package_id = 0
 * sys/bus/pci/devices/0000:3b:00.0 -> ../../../devices/pci0000:3a/0000:3a:00.0/0000:3b:00.0
 * </pre>
 *
 * <p>Numbers in braces stand for one line each. Paths begin with {@code sys/} or {@code proc/}; neither they nor links lead
 * out of the directory that is unpacked into. Sizes and counts are bounded.
 */
final class RecordReader {
    private static final int MAX_BYTES = 1 << 20;
    private static final int MAX_FILES = 32 * 1024;
    private static final Pattern LINE = Pattern.compile("(\\S+) (=|->)(?: (.*))?");
    private static final Pattern PATH = Pattern.compile("(?:sys|proc)(?:/(?!\\.{1,2}(?:/|$))[A-Za-z0-9_.:+-]+)+");
    private static final Pattern TARGET = Pattern.compile("[A-Za-z0-9_.:+-]+(?:/[A-Za-z0-9_.:+-]+)*");
    private static final Pattern BRACES = Pattern.compile("([^{}]*)\\{([0-9,-]+)\\}([^{}]*)");

    private final Path file;
    private final Map<String, String> files = new LinkedHashMap<>();
    private final Map<String, String> links = new LinkedHashMap<>();
    private int line;

    private RecordReader(Path file) {
        this.file = file;
    }

    static void unpack(Path file, Path root) throws IOException {
        var reader = new RecordReader(file);
        reader.read();
        reader.write(root.toRealPath());
    }

    private void read() throws IOException {
        byte[] bytes;
        try (InputStream in = Files.newInputStream(file)) {
            bytes = in.readNBytes(MAX_BYTES + 1);
        }
        if (bytes.length > MAX_BYTES) {
            throw new IOException(file + ": a recorded host has at most " + MAX_BYTES + " bytes");
        }
        for (String text : new String(bytes, StandardCharsets.US_ASCII).split("\n", -1)) {
            line++;
            if (!text.isBlank() && !text.startsWith("#")) {
                add(text);
            }
        }
        if (files.isEmpty()) {
            throw new IOException(file + ": not a recorded host: no line such as sys/devices/system/cpu/online = 0-7");
        }
    }

    private void add(String text) throws IOException {
        Matcher matcher = LINE.matcher(text.stripTrailing());
        if (!matcher.matches()) {
            throw bad("expected PATH = VALUE or PATH -> TARGET, found " + SysTree.clean(text));
        }
        String value = matcher.group(3) == null ? "" : matcher.group(3);
        boolean isLink = matcher.group(2).equals("->");
        if (isLink && !TARGET.matcher(value).matches()) {
            throw bad("expected a relative target, found " + SysTree.clean(value));
        }
        for (String path : paths(matcher.group(1))) {
            if (!PATH.matcher(path).matches()) {
                throw bad("expected a path below sys or proc, found " + SysTree.clean(path));
            }
            if (isLink && leadsOut(path, value)) {
                throw bad("the link leads out of the record: " + SysTree.clean(value));
            }
            (isLink ? links : files).put(path, value);
            if (files.size() + links.size() > MAX_FILES) {
                throw bad("a recorded host has at most " + MAX_FILES + " files");
            }
        }
    }

    private static boolean leadsOut(String path, String target) {
        return !Path.of("/root", path).resolveSibling(target).normalize().startsWith("/root");
    }

    private List<String> paths(String path) throws IOException {
        Matcher braces = BRACES.matcher(path);
        if (!braces.matches()) {
            return List.of(path);
        }
        try {
            return CpuSet.parse(braces.group(2)).stream()
                    .mapToObj(number -> braces.group(1) + number + braces.group(3))
                    .toList();
        } catch (IllegalArgumentException e) {
            throw bad(String.valueOf(e.getMessage()));
        }
    }

    /** Files first: a directory that is a link by then could lead them anywhere. */
    private void write(Path root) throws IOException {
        for (var entry : files.entrySet()) {
            Path path = root.resolve(entry.getKey());
            Files.createDirectories(path.getParent());
            Files.writeString(path, entry.getValue() + "\n");
        }
        for (var entry : links.entrySet()) {
            Path path = root.resolve(entry.getKey());
            Path parent = Files.createDirectories(path.getParent()).toRealPath();
            if (!parent.startsWith(root)) {
                throw new IOException(
                        file + ": " + entry.getKey() + " lies behind a link that leads out of the record");
            }
            Files.createSymbolicLink(parent.resolve(String.valueOf(path.getFileName())), Path.of(entry.getValue()));
        }
    }

    private IOException bad(String what) {
        return new IOException(file + ":" + line + ": " + what);
    }
}
