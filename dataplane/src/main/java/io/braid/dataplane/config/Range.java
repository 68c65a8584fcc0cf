package io.braid.dataplane.config;

/**
 * The smallest and largest value of an option.
 *
 * @param text as declared: {@code SMALLEST..LARGEST}
 * @param smallest the least value that is allowed
 * @param largest the greatest value that is allowed
 */
record Range(String text, Comparable<Object> smallest, Comparable<Object> largest) {
    /** Reads a declared range whose bounds are of the given type. */
    @SuppressWarnings("unchecked") // the values that Values makes for types with a range compare with their own kind
    static Range of(String text, Class<?> type) {
        int dots = text.indexOf("..");
        var smallest = (Comparable<Object>) Values.parse(type, text.substring(0, dots));
        var largest = (Comparable<Object>) Values.parse(type, text.substring(dots + 2));
        return new Range(text, smallest, largest);
    }

    boolean contains(Object value) {
        return smallest.compareTo(value) <= 0 && largest.compareTo(value) >= 0;
    }
}
