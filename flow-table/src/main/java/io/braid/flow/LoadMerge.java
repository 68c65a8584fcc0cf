package io.braid.flow;

import java.util.List;

/**
 * Tells each worker what all the others send on each path, so that workers balance together without writing to shared
 * memory per packet.
 *
 * <p>Run by the conductor every few milliseconds. A worker sees its own load at once and the others' as of the last run; flows
 * that start on several workers between two runs may therefore meet on a path, which is what {@link Rebalancer} is for.
 */
public final class LoadMerge {
    private static final int PATHS = BucketTable.MAX_PATHS;

    private final PathLoad[] workers;

    /** @param workers the load of every worker; may be empty */
    public LoadMerge(List<PathLoad> workers) {
        this.workers = workers.toArray(PathLoad[]::new);
    }

    /** Reads every worker's load and gives each the sum of the others'. The conductor only; allocates nothing. */
    public void run() {
        for (PathLoad to : workers) {
            for (int kind = 0; kind < LoadCells.KINDS; kind++) {
                for (int path = 0; path < PATHS; path++) {
                    to.cells().setOthers(kind, path, sumWithout(to, kind, path));
                }
            }
        }
    }

    /** Added up anew rather than subtracted from a total, which would leave rounding errors on idle paths. */
    private double sumWithout(PathLoad except, int kind, int path) {
        double sum = 0;
        for (PathLoad worker : workers) {
            sum += worker == except ? 0 : worker.cells().own(kind, path);
        }
        return sum;
    }

    /**
     * Fills in what all workers together send on each path, averaged over half a second, in bytes per second. Any thread.
     *
     * @param rates one element per path, at most {@link BucketTable#MAX_PATHS} are used
     */
    public void rates(double[] rates) {
        for (int path = 0; path < rates.length; path++) {
            double sum = 0;
            for (PathLoad worker : workers) {
                sum += worker.rate(path);
            }
            rates[path] = sum;
        }
    }
}
