/**
 * The {@code braid} command: one class per subcommand, registered in {@link io.braid.dataplane.cli.BraidCommand}.
 *
 * <p>Commands print to the writers that {@link io.braid.dataplane.cli.Main#run} is given and return an exit code; none ends the process, so that
 * tests run them as an operator would. What they do is in other packages.
 */
@NullMarked
package io.braid.dataplane.cli;

import org.jspecify.annotations.NullMarked;
