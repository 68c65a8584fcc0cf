package io.braid.dataplane.task;

import io.braid.dataplane.net.IpAddress;

/**
 * A task's address on one uplink: what it sends from there leaves there.
 *
 * @param uplink the uplink's index
 * @param address the address
 */
public record NicAddress(int uplink, IpAddress address) {}
