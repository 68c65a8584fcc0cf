package io.braid.dataplane.look;

/**
 * What a trace takes.
 *
 * @param filter packets that do not match are as if they were not there
 * @param addressed packets that are traced besides those of the ports that are
 * @param sample one of so many that match, at each worker; 1 or more
 * @param count packets after which it ends
 * @param nanos after which it ends
 */
public record TraceSettings(PacketFilter filter, PacketFilter addressed, long sample, long count, long nanos) {}
