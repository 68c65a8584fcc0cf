/**
 * {@code braid lab bgp}: how fast task IPs come, move and go in the rack switch, and whether anything is lost or leaks.
 *
 * <p>It exists apart from the lab so that the lab knows nothing of targets and reports. All times are of the switch's
 * kernel, which is what forwards; none is taken from Braid or from the switch's routing daemon.
 */
@NullMarked
package io.braid.perf.bgp;

import org.jspecify.annotations.NullMarked;
