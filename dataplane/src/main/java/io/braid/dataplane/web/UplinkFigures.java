package io.braid.dataplane.web;

import org.jspecify.annotations.Nullable;

/**
 * What {@link io.braid.dataplane.control.StatusReport.Uplink} does not say of an uplink.
 *
 * @param name as configured
 * @param drained whether an operator takes it out of service
 * @param bitsPerSecond its link's speed, 0 if not known
 * @param lost what its driver lost; null while its port is being restarted
 */
public record UplinkFigures(
        String name,
        boolean drained,
        long bitsPerSecond,
        @Nullable Lost lost) {
    /**
     * Packets that a driver lost by its own count, since its port was started.
     *
     * @param missed received ones, for want of room in a queue
     * @param noBuffer received ones, for want of a buffer
     * @param receiveErrors received with errors
     * @param transmitErrors taken to be sent, and not sent
     */
    public record Lost(long missed, long noBuffer, long receiveErrors, long transmitErrors) {}
}
