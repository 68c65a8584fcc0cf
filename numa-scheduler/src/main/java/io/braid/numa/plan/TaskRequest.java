package io.braid.numa.plan;

import io.braid.linux.CpuSet;

/**
 * A task port whose queues are to be polled.
 *
 * @param name the task
 * @param cpus the CPUs the task runs on; empty when unknown
 * @param maxQueues queue pairs that its port can have, at least 1
 */
public record TaskRequest(String name, CpuSet cpus, int maxQueues) {
    public TaskRequest {
        if (maxQueues < 1) {
            throw new IllegalArgumentException(name + ": a task port has at least one queue, not " + maxQueues);
        }
    }
}
