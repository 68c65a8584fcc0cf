@NullMarked
package io.braid.dataplane.audit;

import org.jspecify.annotations.NullMarked;
