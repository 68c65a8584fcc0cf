/**
 * Small files that an option names, and the textual form of keys and certificates in them (RFC 7468).
 *
 * <p>It exists apart from its users, grants and the web server, because each has words of its own for what it expected: here is only told what was found.
 */
@NullMarked
package io.braid.dataplane.pem;

import org.jspecify.annotations.NullMarked;
