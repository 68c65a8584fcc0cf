package io.braid.dpdk;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.Map;
import java.util.Objects;
import java.util.SequencedMap;
import java.util.TreeMap;

/**
 * What gcc made of an ABI's headers, recorded by {@code src/test/layouts/record.sh}.
 *
 * @param sizes of structures
 * @param fields by {@code STRUCTURE FIELD}
 * @param constants by name
 */
record RecordedLayouts(Map<String, Long> sizes, SequencedMap<String, Place> fields, Map<String, Long> constants) {
    /** A field, in bytes. */
    record Place(long offset, long size) {}

    static RecordedLayouts of(Abi abi) throws IOException {
        var sizes = new TreeMap<String, Long>();
        var fields = new TreeMap<String, Place>();
        var constants = new TreeMap<String, Long>();
        String name = "abi" + abi.number() + ".txt";
        try (InputStream file = Objects.requireNonNull(RecordedLayouts.class.getResourceAsStream(name), name)) {
            for (String line : new String(file.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .toList()) {
                String[] words = line.split(" ", -1);
                if (words.length == 4) {
                    fields.put(
                            words[0] + " " + words[1], new Place(Long.parseLong(words[2]), Long.parseLong(words[3])));
                } else {
                    boolean constant = Character.isUpperCase(words[0].charAt(0));
                    (constant ? constants : sizes).put(words[0], Long.parseLong(words[1]));
                }
            }
        }
        return new RecordedLayouts(sizes, Collections.unmodifiableSequencedMap(fields), constants);
    }

    Place field(String structure, String name) {
        return Objects.requireNonNull(fields.get(structure + " " + name), () -> structure + " has no field " + name);
    }

    long size(String structure) {
        return Objects.requireNonNull(sizes.get(structure), structure);
    }
}
