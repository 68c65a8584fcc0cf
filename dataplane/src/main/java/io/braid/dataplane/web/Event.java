package io.braid.dataplane.web;

/**
 * Something that changed.
 *
 * @param at milliseconds since 1970
 * @param subject what it is about, such as {@code uplink nic0}
 * @param text how it is now
 * @param bad whether somebody may have to do something about it
 */
public record Event(long at, String subject, String text, boolean bad) {}
