/**
 * Changes the configuration of a running dataplane: whole or not at all.
 *
 * <p>It exists apart from the parts that change, since what makes a change atomic (look first at all of them, then change, and take back what was changed when one
 * fails) is the same for each of them, and can be tested without any.
 */
@NullMarked
package io.braid.dataplane.reload;

import org.jspecify.annotations.NullMarked;
