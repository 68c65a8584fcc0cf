package io.braid.dataplane.engine;

/** Records latencies as a worker would. */
public final class LatencySource {
    private final WorkerLatency latency = new WorkerLatency();

    /** What it records to. */
    public WorkerLatency latency() {
        return latency;
    }

    /** A turn. */
    public void sojourn(long nanos) {
        latency.sojourn(nanos);
    }

    /** A wait in the ring. */
    public void ringWait(long nanos) {
        latency.ringWait(nanos);
    }
}
