package io.braid.dataplane.config;

/**
 * A difference between two files, as they are read: an option that was left out has its default.
 *
 * @param path the option, such as {@code uplinks[0].mtu}; its place in the new file, or in the old one if it is gone
 * @param before what it was, in one line; {@code none} if it was not there
 * @param after what it is to be, likewise
 * @param live whether it can be changed without a restart
 */
public record ConfigChange(String path, String before, String after, boolean live) {
    /** {@code PATH: BEFORE -> AFTER}. */
    @Override
    public String toString() {
        return path + ": " + before + " -> " + after;
    }
}
