/**
 * The operator's door into a running dataplane: HTTP/1.1 and JSON over a UNIX socket.
 *
 * <p>It exists apart from the datapath so that what an operator (or a container runtime) may ask for, and how it is written
 * down, changes without touching a packet node. The package knows the shapes and their syntax; what a request means is decided
 * by the {@link io.braid.dataplane.control.ControlService} that the process hands in. {@code dataplane/CONTROL.md} documents
 * the protocol for people who use {@code curl --unix-socket}.
 */
@NullMarked
package io.braid.dataplane.control;

import org.jspecify.annotations.NullMarked;
