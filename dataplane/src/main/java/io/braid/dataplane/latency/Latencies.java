package io.braid.dataplane.latency;

import io.braid.dataplane.config.LatencyConfig;
import io.braid.dataplane.engine.ForwardingWorker;
import io.braid.dataplane.engine.WorkerLatency.Stage;
import io.braid.linux.CpuAffinity;
import io.braid.linux.CpuSet;
import io.braid.linux.ThreadEnd;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * Takes what workers recorded, every few seconds on a thread of its own: for {@link #figures}, and into a log if that is wanted. A log that cannot be written is warned of once, and tried again
 * with each interval.
 */
public final class Latencies implements AutoCloseable {
    private static final Logger LOG = System.getLogger(Latencies.class.getName());
    private static final Duration RECENT = Duration.ofMinutes(1);

    private final List<StageHistory> stages = new ArrayList<>();
    private final Duration interval;
    private final @Nullable HistogramLog log;
    private final String file;
    private final Thread thread;
    private final CpuSet cpus;
    private volatile boolean ending;
    private volatile @Nullable String fault;

    /**
     * @param workers of which {@link ForwardingWorker#latency} is taken here and nowhere else
     * @param cpus where its thread may run; empty for anywhere
     */
    public Latencies(LatencyConfig config, List<ForwardingWorker> workers, CpuSet cpus) {
        this.cpus = cpus;
        this.interval = config.interval();
        int intervals = Math.toIntExact(Math.max(1, RECENT.dividedBy(interval)));
        for (ForwardingWorker worker : workers) {
            for (Stage stage : Stage.values()) {
                stages.add(new StageHistory(worker.name(), stage, worker.latency(), intervals));
            }
        }
        this.log = config.log()
                .map(path -> new HistogramLog(path, config.size().bytes(), config.files()))
                .orElse(null);
        this.file = config.log().map(Object::toString).orElse("");
        this.thread = Thread.ofPlatform().name("latency").daemon().unstarted(this::run);
    }

    /** Begins to take. */
    public Latencies start() {
        thread.start();
        return this;
    }

    private void run() {
        if (!cpus.isEmpty()) {
            CpuAffinity.set(cpus);
        }
        while (!ending) {
            try {
                Thread.sleep(interval);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                break;
            }
            turn();
        }
    }

    /** Ends an interval. */
    void turn() {
        List<Histogram> ended = stages.stream().map(StageHistory::next).toList();
        if (log == null) {
            return;
        }
        try {
            log.write(ended);
            if (fault != null) {
                LOG.log(Level.INFO, "latencies are written to {0} again", file);
                fault = null;
            }
        } catch (IOException e) {
            if (fault == null) {
                LOG.log(Level.WARNING, "latencies cannot be written to {0}: {1}", file, e.toString());
            }
            fault = "latencies cannot be written to " + file + ": " + e.getMessage();
        }
    }

    /** By worker and stage. Any thread. */
    public List<LatencyFigures> figures() {
        return stages.stream().map(StageHistory::figures).toList();
    }

    /** Why nothing is written at present, for the operator; null if nothing is wrong. Any thread. */
    public @Nullable String fault() {
        return fault;
    }

    @Override
    public void close() {
        ending = true;
        thread.interrupt();
        ThreadEnd.await(thread);
        if (log != null) {
            log.close();
        }
    }
}
