package io.braid.dataplane.web;

import static io.braid.dataplane.web.Family.gauge;

import java.util.List;

/** The packet buffers. */
final class MempoolMetrics implements MetricGroup {
    private static final String POOL = "pool";
    private static final String NODE = "node";

    private static final Family SIZE = gauge("braid_mempool_buffers", "Packet buffers in the pool.", POOL, NODE);
    private static final Family AVAILABLE = gauge(
            "braid_mempool_available_buffers",
            "Packet buffers that can be taken. Tasks are held back while fewer than 512 (a sixteenth of a small pool) are left.",
            POOL,
            NODE);

    @Override
    public List<Family> families() {
        return List.of(SIZE, AVAILABLE);
    }

    @Override
    public void collect(Moment moment, Samples to) {
        for (Moment.Pool pool : moment.pools()) {
            to.add(SIZE, pool.size(), pool.name(), Integer.toString(pool.node()));
            to.add(AVAILABLE, pool.available(), pool.name(), Integer.toString(pool.node()));
        }
    }
}
