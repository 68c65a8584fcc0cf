package io.braid.bgp.session;

import org.jspecify.annotations.Nullable;

/**
 * A place where peers may connect to.
 *
 * @param endpoint address, port and device, as text
 * @param fault why nobody can at present, null when they can
 */
public record ListenStatus(String endpoint, @Nullable String fault) {}
