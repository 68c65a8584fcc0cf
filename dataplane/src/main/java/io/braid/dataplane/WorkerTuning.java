package io.braid.dataplane;

import io.braid.dataplane.config.PriorityPolicy;
import io.braid.dataplane.config.WorkersConfig;
import io.braid.linux.CpuSet;
import io.braid.numa.DistinctErrors;
import io.braid.numa.IdleStrategy;
import io.braid.numa.PriorityChoice;
import io.braid.numa.WorkerOptions;
import io.braid.numa.WorkerPriority;
import java.util.List;

/** What the section {@code workers} of the configuration means for worker threads. */
final class WorkerTuning {
    private static final System.Logger LOG = System.getLogger(WorkerTuning.class.getName());

    private WorkerTuning() {}

    /**
     * Options for each worker; logs why a priority that was asked for is not given.
     *
     * @param cpus CPUs of the workers
     * @param usable CPUs the process may use
     */
    static List<WorkerOptions> options(WorkersConfig config, List<Integer> cpus, CpuSet usable) {
        WorkerPriority wanted = config.priority() == PriorityPolicy.FIFO ? WorkerPriority.FIFO : WorkerPriority.NORMAL;
        PriorityChoice choice =
                PriorityChoice.of(wanted, cpus, usable, idle(config).sleeps(), PriorityChoice.RT_RUNTIME);
        choice.warnings().forEach(warning -> LOG.log(System.Logger.Level.WARNING, warning));
        return cpus.stream()
                .map(_ -> new WorkerOptions(idle(config), config.stall(), new DistinctErrors(), choice.priority()))
                .toList();
    }

    private static IdleStrategy idle(WorkersConfig config) {
        return switch (config.idle()) {
            case BUSY -> IdleStrategy.busySpin();
            case PAUSE -> IdleStrategy.pause();
            case BACKOFF -> IdleStrategy.backoff();
            case SLEEP -> IdleStrategy.sleep(config.maxSleep().toNanos());
        };
    }
}
