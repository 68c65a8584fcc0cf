/**
 * Examines whether this host has what a configuration asks for, without starting anything and without changing
 * anything.
 *
 * <p>One class per subject; each reads files under {@link io.braid.dataplane.check.HostFiles} only, so that tests can
 * show it any host. What it finds is a list of {@link io.braid.dataplane.check.Finding}: what was looked at, how it
 * is, and what to do about it.
 */
@NullMarked
package io.braid.dataplane.check;

import org.jspecify.annotations.NullMarked;
