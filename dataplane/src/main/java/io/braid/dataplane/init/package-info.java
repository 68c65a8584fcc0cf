/** Drafts a configuration from what a host has. */
@NullMarked
package io.braid.dataplane.init;

import org.jspecify.annotations.NullMarked;
