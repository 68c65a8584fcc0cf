package io.braid.linux;

import java.util.Arrays;
import java.util.NoSuchElementException;
import java.util.stream.IntStream;

/**
 * An immutable set of CPU numbers in the range 0 to 1023, read and printed in the kernel's list format
 * ({@code 0-2,4}; see {@code Documentation/admin-guide/cputopology.rst}).
 *
 * <p>1024 is what libc's {@code cpu_set_t} holds. Equal sets are equal objects; any thread.
 */
public final class CpuSet {
    /** Number of CPUs a set can name; the largest CPU number is one less. */
    public static final int CAPACITY = 1024;

    private static final CpuSet EMPTY = new CpuSet(new long[CAPACITY / Long.SIZE]);

    private final long[] words;

    private CpuSet(long[] words) {
        this.words = words;
    }

    /** Returns the set without members. */
    public static CpuSet empty() {
        return EMPTY;
    }

    /**
     * Returns the set of the given CPUs.
     *
     * @throws IllegalArgumentException for a number outside 0 to 1023
     */
    public static CpuSet of(int... cpus) {
        long[] words = new long[CAPACITY / Long.SIZE];
        for (int cpu : cpus) {
            words[checked(cpu) >> 6] |= 1L << (cpu & 63);
        }
        return new CpuSet(words);
    }

    /**
     * Reads the kernel's list format. Surrounding white space and an empty list (as an offline node prints it) are
     * allowed; ranges may overlap and come in any order.
     *
     * @throws IllegalArgumentException when the text is anything else, with the part that was not understood
     */
    public static CpuSet parse(String list) {
        long[] words = new long[CAPACITY / Long.SIZE];
        String text = list.strip();
        if (text.isEmpty()) {
            return EMPTY;
        }
        for (String part : text.split(",", -1)) {
            int dash = part.indexOf('-', 1);
            int first = number(dash < 0 ? part : part.substring(0, dash), text);
            int last = dash < 0 ? first : number(part.substring(dash + 1), text);
            if (last < first) {
                throw new IllegalArgumentException("CPU range '" + part + "' in '" + text + "' runs backwards");
            }
            for (int cpu = first; cpu <= last; cpu++) {
                words[cpu >> 6] |= 1L << (cpu & 63);
            }
        }
        return new CpuSet(words);
    }

    static CpuSet ofWords(long[] words) {
        return new CpuSet(Arrays.copyOf(words, CAPACITY / Long.SIZE));
    }

    long[] toWords() {
        return words.clone();
    }

    /** Returns whether the set has the CPU; false for any number out of range. */
    public boolean contains(int cpu) {
        return cpu >= 0 && cpu < CAPACITY && (words[cpu >> 6] & 1L << (cpu & 63)) != 0;
    }

    /** Returns whether every member of the other set is in this one. */
    public boolean containsAll(CpuSet other) {
        return other.without(this).isEmpty();
    }

    public boolean isEmpty() {
        return size() == 0;
    }

    /** Returns the number of members. */
    public int size() {
        int size = 0;
        for (long word : words) {
            size += Long.bitCount(word);
        }
        return size;
    }

    /**
     * Returns the lowest member.
     *
     * @throws NoSuchElementException when the set is empty
     */
    public int first() {
        return stream().findFirst().orElseThrow(() -> new NoSuchElementException("the CPU set is empty"));
    }

    /**
     * Returns the highest member.
     *
     * @throws NoSuchElementException when the set is empty
     */
    public int last() {
        return stream().max().orElseThrow(() -> new NoSuchElementException("the CPU set is empty"));
    }

    /** Returns the members of both sets. */
    public CpuSet and(CpuSet other) {
        long[] result = words.clone();
        for (int i = 0; i < result.length; i++) {
            result[i] &= other.words[i];
        }
        return new CpuSet(result);
    }

    /** Returns the members of either set. */
    public CpuSet or(CpuSet other) {
        long[] result = words.clone();
        for (int i = 0; i < result.length; i++) {
            result[i] |= other.words[i];
        }
        return new CpuSet(result);
    }

    /** Returns the members of this set that the other one lacks. */
    public CpuSet without(CpuSet other) {
        long[] result = words.clone();
        for (int i = 0; i < result.length; i++) {
            result[i] &= ~other.words[i];
        }
        return new CpuSet(result);
    }

    /** Returns the members in ascending order. */
    public IntStream stream() {
        return IntStream.range(0, CAPACITY).filter(this::contains);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof CpuSet set && Arrays.equals(words, set.words);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(words);
    }

    /** Returns the kernel's list format, {@code ""} for the empty set. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        for (int cpu = 0; cpu < CAPACITY; cpu++) {
            if (!contains(cpu)) {
                continue;
            }
            int first = cpu;
            while (contains(cpu + 1)) {
                cpu++;
            }
            text.append(text.isEmpty() ? "" : ",").append(first);
            if (cpu > first) {
                text.append('-').append(cpu);
            }
        }
        return text.toString();
    }

    private static int number(String digits, String list) {
        // Length first: "99999999999" must be out of range, not a parse failure of its own kind.
        if (digits.isEmpty() || digits.length() > 9 || !digits.chars().allMatch(c -> c >= '0' && c <= '9')) {
            throw new IllegalArgumentException(
                    "'" + digits + "' in '" + list + "' is no CPU number; expected a list such as 0-2,4");
        }
        return checked(Integer.parseInt(digits));
    }

    private static int checked(int cpu) {
        if (cpu < 0 || cpu >= CAPACITY) {
            throw new IllegalArgumentException("CPU " + cpu + " is outside 0-" + (CAPACITY - 1));
        }
        return cpu;
    }
}
