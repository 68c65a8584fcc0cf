@NullMarked
package io.braid.perf.bench;

import org.jspecify.annotations.NullMarked;
