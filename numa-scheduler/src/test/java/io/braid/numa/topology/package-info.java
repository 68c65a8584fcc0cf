/** Tests of what is read from sysfs, on recorded hosts and on trees that lie. */
@NullMarked
package io.braid.numa.topology;

import org.jspecify.annotations.NullMarked;
