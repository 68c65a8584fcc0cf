/**
 * A rack in network namespaces: host, switch and storage that tests and the demo run Braid in.
 *
 * <p>It exists apart from the dataplane so that what Braid does is measured from outside: by the switch's own counters,
 * by packet captures on the switch's ports and by what the applications at both ends saw. No figure is taken from a
 * counter that Braid keeps.
 */
@NullMarked
package io.braid.perf.lab;

import org.jspecify.annotations.NullMarked;
