/** The plan of NIC addresses. */
@NullMarked
package io.braid.dataplane.task;

import org.jspecify.annotations.NullMarked;
