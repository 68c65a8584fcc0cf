@NullMarked
package io.braid.perf.forward;

import org.jspecify.annotations.NullMarked;
