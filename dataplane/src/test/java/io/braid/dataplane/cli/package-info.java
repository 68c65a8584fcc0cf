/** Tests of the command line. */
@NullMarked
package io.braid.dataplane.cli;

import org.jspecify.annotations.NullMarked;
