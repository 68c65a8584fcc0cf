/** Tests of the configuration. */
@NullMarked
package io.braid.dataplane.config;

import org.jspecify.annotations.NullMarked;
