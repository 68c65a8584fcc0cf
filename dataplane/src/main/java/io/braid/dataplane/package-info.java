/** The dataplane process: what ties configuration, ports, packet graph, neighbors, tasks and control together. */
@NullMarked
package io.braid.dataplane;

import org.jspecify.annotations.NullMarked;
