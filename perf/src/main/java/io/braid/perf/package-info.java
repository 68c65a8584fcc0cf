/** The measuring side of Braid: what runs it in a lab, shows it and compares it. */
@NullMarked
package io.braid.perf;

import org.jspecify.annotations.NullMarked;
