package io.braid.perf.bgp;

import io.braid.perf.lab.StreamCount;
import io.braid.perf.report.Series;
import java.util.List;
import java.util.stream.Stream;

/**
 * All that one run found out.
 *
 * @param peer the switches' software
 * @param carrier uplinks that lost carrier
 * @param silence uplinks that kept carrier and carried nothing
 * @param drains uplinks taken out of service on purpose
 * @param announcements of tasks
 * @param braidKilled from the death of Braid to no route
 * @param leaked routes that the spine ever had and should not have had
 */
record BgpFigures(
        String peer,
        Failed carrier,
        Failed silence,
        Drained drains,
        Announced announcements,
        Series braidKilled,
        List<String> leaked) {
    /**
     * Uplinks that failed.
     *
     * @param loss from the failure to a route of one next hop less
     * @param back from its end to a route over all uplinks
     */
    record Failed(Series loss, Series back) {}

    /**
     * Uplinks that were drained under two streams of datagrams.
     *
     * @param moved from the command to a route of one next hop less
     * @param back from the command to a route over all uplinks
     * @param in datagrams to the task over all drains
     * @param out datagrams of the task
     * @param undisturbed datagrams of both streams while no uplink was drained
     */
    record Drained(Series moved, Series back, StreamCount in, StreamCount out, StreamCount undisturbed) {
        StreamCount all() {
            return StreamCount.sum(List.of(in, out));
        }
    }

    /**
     * A task that came and went.
     *
     * @param attach from the request to attach it to a route over all uplinks
     * @param announce from asking for a lease to a route over all uplinks
     * @param withdraw from the command to no route
     * @param ownerKilled from the death of the process that holds the lease to no route
     * @param detach from the request to no route
     */
    record Announced(Series attach, Series announce, Series withdraw, Series ownerKilled, Series detach) {}

    BgpFigures {
        leaked = List.copyOf(leaked);
    }

    List<Series> series() {
        return List.of(
                carrier.loss(),
                carrier.back(),
                silence.loss(),
                silence.back(),
                drains.moved(),
                drains.back(),
                announcements.attach(),
                announcements.announce(),
                announcements.withdraw(),
                announcements.ownerKilled(),
                announcements.detach(),
                braidKilled);
    }

    /** The targets that were missed, in words; empty when all were kept. */
    List<String> missed() {
        Stream<String> slow = series().stream().filter(series -> !series.met()).map(Series::what);
        Stream<String> lost = drains.all().lost() > 0 ? Stream.of("packets lost by a drain") : Stream.empty();
        Stream<String> leaks = leaked.isEmpty() ? Stream.empty() : Stream.of("routes seen by the spine");
        return Stream.of(slow, lost, leaks).flatMap(missed -> missed).toList();
    }
}
