/**
 * What is kept of decisions about tasks: one line in the log for each, with who asked.
 *
 * <p>It exists apart from the control protocol because not every decision is asked for there (a grant also ends by itself), and so that the form of a line, which
 * programs read, is in one place. It never sees a token.
 */
@NullMarked
package io.braid.dataplane.audit;

import org.jspecify.annotations.NullMarked;
