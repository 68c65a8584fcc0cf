/** Tests of placement on hosts made of values. */
@NullMarked
package io.braid.numa.plan;

import org.jspecify.annotations.NullMarked;
