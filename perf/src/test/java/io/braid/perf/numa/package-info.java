@NullMarked
package io.braid.perf.numa;

import org.jspecify.annotations.NullMarked;
