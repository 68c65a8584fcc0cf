@NullMarked
package io.braid.dataplane.init;

import org.jspecify.annotations.NullMarked;
