@NullMarked
package io.braid.dataplane;

import org.jspecify.annotations.NullMarked;
