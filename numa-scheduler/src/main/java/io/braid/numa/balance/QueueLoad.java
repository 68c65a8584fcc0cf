package io.braid.numa.balance;

/**
 * What a receive queue was measured to carry.
 *
 * @param port number of its port
 * @param queue its number
 * @param worker the worker that polls it
 * @param packetsPerSecond 0 or more
 */
public record QueueLoad(int port, int queue, int worker, double packetsPerSecond) {}
