/**
 * The scheduler's grants: who says which task may use which addresses on which host until when, how that is written and signed, and which task of this host has
 * which.
 *
 * <p>It exists apart from the tasks so that everything that looks at a token, which comes from outside, is in one place and can be tried without a dataplane.
 * Signatures and the token's form are jjwt's and the JDK's work; what Braid adds is a narrower choice of what it takes.
 */
@NullMarked
package io.braid.dataplane.grant;

import org.jspecify.annotations.NullMarked;
