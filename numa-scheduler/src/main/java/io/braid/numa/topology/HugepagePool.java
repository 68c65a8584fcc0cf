package io.braid.numa.topology;

/**
 * The hugepages of one size on one node.
 *
 * @param pageBytes size of a page
 * @param total pages reserved
 * @param free pages of those that nobody uses
 */
public record HugepagePool(long pageBytes, long total, long free) {
    /** Bytes that could be had. */
    public long freeBytes() {
        return pageBytes * free;
    }
}
