@NullMarked
package io.braid.dataplane.engine;

import org.jspecify.annotations.NullMarked;
