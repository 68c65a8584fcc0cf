/** Helps tests tell a fault of the code from a fault of the machine they run on. */
@NullMarked
package io.braid.testing;

import org.jspecify.annotations.NullMarked;
