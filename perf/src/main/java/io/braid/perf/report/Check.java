package io.braid.perf.report;

/**
 * One thing that must be so on the emulated host.
 *
 * @param name stable, for scripts
 * @param ok whether it was found as expected
 * @param expected in words
 * @param found in words
 */
public record Check(String name, boolean ok, String expected, String found) {
    /** A check of two texts that must be the same. */
    public static Check same(String name, Object expected, Object found) {
        return new Check(name, expected.equals(found), expected.toString(), found.toString());
    }
}
