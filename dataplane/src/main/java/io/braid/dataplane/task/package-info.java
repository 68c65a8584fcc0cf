/** The tasks attached to this host: their addresses, their ports, and attaching and detaching them while traffic runs. */
@NullMarked
package io.braid.dataplane.task;

import org.jspecify.annotations.NullMarked;
