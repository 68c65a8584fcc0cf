package io.braid.numa.balance;

/**
 * A queue that should go to another worker of its node.
 *
 * @param load the queue, with the worker that has it
 * @param to the worker that should get it
 * @param before packets per second of the node's busiest worker, as it is
 * @param after the same once the queue has moved
 */
public record QueueMove(QueueLoad load, int to, double before, double after) {}
