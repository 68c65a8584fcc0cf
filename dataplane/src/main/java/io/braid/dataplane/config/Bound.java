package io.braid.dataplane.config;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The values that could be bound, by path, with their places.
 *
 * <p>Cross checks read from here rather than from the records: a record with one bad option is never made, but its
 * other options can still be checked against the rest of the file, so that all errors come out at once.
 */
final class Bound {
    private final Map<String, Object> values = new HashMap<>();
    private final Map<String, Position> positions = new HashMap<>();
    private final Map<String, Integer> sizes = new HashMap<>();
    private final Set<String> written = new HashSet<>();

    /**
     * A value with its place.
     *
     * @param path where it stands, such as {@code uplinks[0].name}
     * @param value what stands there
     */
    record At<T>(String path, T value) {}

    /** Remembers where a path is, and whether the file has it or it comes from a default. */
    void place(String path, Position position, boolean inFile) {
        positions.put(path, position);
        if (inFile) {
            written.add(path);
        }
    }

    void value(String path, Object value) {
        values.put(path, value);
    }

    void size(String path, int size) {
        sizes.put(path, size);
    }

    /** The number of entries of a list, the bad ones included; 0 if there is no list. */
    int size(String path) {
        return sizes.getOrDefault(path, 0);
    }

    /** Whether the file itself has the path. */
    boolean isWritten(String path) {
        return written.contains(path);
    }

    Position position(String path) {
        return positions.getOrDefault(path, Position.FILE);
    }

    <T> Optional<At<T>> find(String path, Class<T> type) {
        Object value = values.get(path);
        return type.isInstance(value) ? Optional.of(new At<>(path, type.cast(value))) : Optional.empty();
    }

    /** The good entries of a list. */
    <T> List<At<T>> list(String path, Class<T> type) {
        var found = new ArrayList<At<T>>();
        for (int i = 0; i < size(path); i++) {
            find(path + "[" + i + "]", type).ifPresent(found::add);
        }
        return found;
    }

    /** The paths of a list's entries, the bad ones included. */
    List<String> paths(String path) {
        var paths = new ArrayList<String>();
        for (int i = 0; i < size(path); i++) {
            paths.add(path + "[" + i + "]");
        }
        return paths;
    }
}
