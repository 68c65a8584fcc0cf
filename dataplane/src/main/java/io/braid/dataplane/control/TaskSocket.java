package io.braid.dataplane.control;

import java.util.concurrent.atomic.AtomicBoolean;

/**
 * One task's socket, and what of the server is the task's alone, so that none takes from another.
 *
 * @param task whose it is
 * @param file where it is
 * @param connector takes its clients, and bounds them
 * @param deadline of its requests
 * @param audited knows who its clients are
 * @param leases its connections that hold a lease
 * @param bodies its bodies, bounded
 * @param budget its changes, bounded
 * @param gone set when the task leaves: what was asked for before and is not done by then must not be done to another task of its name
 */
record TaskSocket(
        String task,
        TaskSocketFile file,
        BoundedConnector connector,
        RequestDeadline deadline,
        Audited audited,
        LeaseConnections leases,
        RequestBody bodies,
        ChangeBudget budget,
        AtomicBoolean gone) {}
