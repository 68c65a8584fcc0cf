package io.braid.dataplane.config;

import java.time.Duration;

/**
 * The threads that poll the NICs.
 *
 * @param cpus the CPUs they are pinned to
 * @param idle what they do when there are no packets
 * @param maxSleep how long they sleep at most with {@link IdlePolicy#SLEEP}
 * @param priority how the kernel prefers them
 * @param stall how long a cycle may last before it is counted
 */
public record WorkersConfig(
        @Option(
                doc = "The CPUs to pin workers to, one worker each: a list of numbers and ranges, or `auto`, which"
                        + " leaves the choice to"
                        + " Braid. They should do nothing else.",
                defaultValue = "auto",
                example = "[2, 3, \"8-11\"]")
        CpuList cpus,

        @Option(
                doc =
                        "What a worker does when there are no packets. `busy` polls on: lowest latency, the CPU at 100%. `pause` polls on"
                                + " but, when idle for longer, lets other threads on its CPU have their turns: the same for packets as long as there are"
                                + " none. `backoff` spins, then yields, then sleeps: a packet may wait 100 us, the CPU is at 7%."
                                + " `sleep` sleeps soon, at most for `max-sleep`: a packet from a NIC may wait that long, one from another worker wakes it; the"
                                + " CPU is at 12% with 50us, 4% with 200us, 2% with 1ms.",
                defaultValue = "backoff")
        IdlePolicy idle,

        @Option(
                doc =
                        "The longest sleep with idle `sleep`: what a packet may have to wait on an idle host. A tenth of the time that a NIC's"
                                + " receive queue takes to fill is safe.",
                defaultValue = "50us",
                range = "1us..10ms")
        Duration maxSleep,

        @Option(
                doc =
                        "How the kernel prefers workers to other threads: `normal` gives them the larger share of their CPUs (nice -15),"
                                + " `fifo` makes them real-time threads, which only the kernel itself interrupts. They then sleep 50 us"
                                + " every 50 ms for the kernel's sake. `fifo` is refused with a warning, and is `normal`, when workers take all"
                                + " usable CPUs, when it is not permitted, and with idle `busy` or `pause` when"
                                + " `/proc/sys/kernel/sched_rt_runtime_us` is -1.",
                defaultValue = "normal")
        PriorityPolicy priority,

        @Option(
                doc = "A worker's cycle that takes longer counts as a stall, which `braid status` shows.",
                defaultValue = "1ms",
                range = "10us..1s")
        Duration stall) {}
