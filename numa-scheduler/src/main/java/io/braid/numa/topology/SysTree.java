package io.braid.numa.topology;

import io.braid.linux.CpuSet;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A tree of small files that nobody vouches for, such as a recorded sysfs that came by mail.
 *
 * <p>Files are read up to a limit and only if they are regular (a pipe would wait for ever), directories are listed up to
 * a limit, and what is missing is told apart from what is wrong: the latter leaves a note.
 */
final class SysTree {
    /** More than any file read here has: the CPU list of 1024 CPUs, every other one offline, has 4 KiB. */
    static final int MAX_BYTES = 64 * 1024;
    /** More than a host has PCI functions with all its virtual ones. */
    static final int MAX_ENTRIES = 16 * 1024;

    private static final int MAX_NOTES = 50;
    private static final int MAX_QUOTE = 160;

    private final Path root;
    private final List<String> notes;

    SysTree(Path root, List<String> notes) {
        this.root = root;
        this.notes = notes;
    }

    Path path(String path) {
        return root.resolve(path);
    }

    boolean isDirectory(String path) {
        return Files.isDirectory(root.resolve(path));
    }

    /** The stripped content; empty when there is no such file, with a note when there is one that cannot be read. */
    Optional<String> text(String path) {
        Path file = root.resolve(path);
        if (Files.notExists(file)) {
            return Optional.empty();
        }
        if (!Files.isRegularFile(file)) {
            note(path + " is not a file; ignored");
            return Optional.empty();
        }
        try (InputStream in = Files.newInputStream(file)) {
            byte[] bytes = in.readNBytes(MAX_BYTES + 1);
            if (bytes.length > MAX_BYTES) {
                note(path + " has more than " + MAX_BYTES + " bytes; ignored");
                return Optional.empty();
            }
            String text = new String(bytes, StandardCharsets.US_ASCII);
            int end = text.indexOf('\0'); // some tools that copy sysfs fill files up to the size it claims
            return Optional.of((end < 0 ? text : text.substring(0, end)).strip());
        } catch (IOException e) {
            // sysfs answers EINVAL, EIO or ENXIO for what the hardware does not have.
            note(path + " cannot be read (" + clean(String.valueOf(e.getMessage())) + "); ignored");
            return Optional.empty();
        }
    }

    /** A whole number of at most 18 digits; empty when there is none, with a note when there is something else. */
    OptionalLong number(String path) {
        Optional<String> text = text(path);
        if (text.isEmpty() || text.get().isEmpty()) {
            return OptionalLong.empty();
        }
        if (!text.get().matches("-?[0-9]{1,18}")) {
            note(path + " holds \"" + clean(text.get()) + "\", not a number; ignored");
            return OptionalLong.empty();
        }
        return OptionalLong.of(Long.parseLong(text.get()));
    }

    /** As {@link #number}, for values that fit an int; {@code fallback} for all else. */
    int integer(String path, int fallback) {
        long value = number(path).orElse(fallback);
        return value == (int) value ? (int) value : fallback;
    }

    /**
     * A set of CPUs or nodes: from {@code list} in the list format, else from {@code mask} in the mask format (recorded
     * trees often have only that one); empty when neither file is there or makes sense.
     */
    Optional<CpuSet> set(String list, @Nullable String mask) {
        Optional<CpuSet> set = text(list).flatMap(text -> parse(list, text));
        return set.isPresent() || mask == null ? set : text(mask).flatMap(text -> parseMask(mask, text));
    }

    private Optional<CpuSet> parse(String path, String text) {
        try {
            return Optional.of(CpuSet.parse(text));
        } catch (IllegalArgumentException e) {
            note(path + ": " + clean(String.valueOf(e.getMessage())) + "; ignored");
            return Optional.empty();
        }
    }

    /** Reads {@code 00000000,00ffffff}: words of 32 bits, the highest first. */
    private Optional<CpuSet> parseMask(String path, String text) {
        String digits = text.replace(",", "");
        if (!text.matches("[0-9a-fA-F]{1,8}(,[0-9a-fA-F]{8})*")) {
            note(path + " holds \"" + clean(text) + "\", not a mask; ignored");
            return Optional.empty();
        }
        var members = new TreeSet<Integer>();
        for (int i = 0; i < digits.length(); i++) {
            int nibble = Character.digit(digits.charAt(digits.length() - 1 - i), 16);
            for (int bit = 0; bit < 4; bit++) {
                if ((nibble >> bit & 1) != 0) {
                    members.add(4 * i + bit);
                }
            }
        }
        if (!members.isEmpty() && members.last() >= CpuSet.CAPACITY) {
            note(path + " names " + members.last() + "; only 0-" + (CpuSet.CAPACITY - 1) + " are supported");
            members.tailSet(CpuSet.CAPACITY, true).clear();
        }
        return Optional.of(
                CpuSet.of(members.stream().mapToInt(Integer::intValue).toArray()));
    }

    /** Names in a directory that match, sorted; none when it is missing. */
    List<String> names(String path, String pattern) {
        var names = new ArrayList<String>();
        Path directory = root.resolve(path);
        if (!Files.isDirectory(directory)) {
            return names;
        }
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory)) {
            int seen = 0;
            for (Path entry : entries) {
                if (++seen > MAX_ENTRIES) {
                    note(path + " has more than " + MAX_ENTRIES + " entries; the rest is ignored");
                    break;
                }
                String name = String.valueOf(entry.getFileName());
                if (name.matches(pattern)) {
                    names.add(name);
                }
            }
        } catch (IOException | DirectoryIteratorException e) {
            note(path + " cannot be listed (" + clean(String.valueOf(e.getMessage())) + "); ignored");
        }
        names.sort(null);
        return names;
    }

    /** Where a symbolic link points to, as written; empty when it is none. */
    Optional<Path> link(String path) {
        Path link = root.resolve(path);
        if (!Files.exists(link, LinkOption.NOFOLLOW_LINKS) || !Files.isSymbolicLink(link)) {
            return Optional.empty();
        }
        try {
            return Optional.of(Files.readSymbolicLink(link));
        } catch (IOException | InvalidPathException e) {
            note(path + " cannot be followed (" + clean(String.valueOf(e.getMessage())) + "); ignored");
            return Optional.empty();
        }
    }

    /** Keeps a line for people; after many, only that there are more. */
    void note(String line) {
        if (notes.size() < MAX_NOTES) {
            notes.add(line);
        } else if (notes.size() == MAX_NOTES) {
            notes.add("and more of the kind");
        }
    }

    /** Text of a stranger, short and printable. */
    static String clean(String text) {
        String printable = text.replaceAll("[^\\x20-\\x7e]", "?");
        return printable.length() > MAX_QUOTE ? printable.substring(0, MAX_QUOTE) + "..." : printable;
    }
}
