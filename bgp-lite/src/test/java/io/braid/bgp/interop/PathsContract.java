package io.braid.bgp.interop;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.braid.bgp.interop.Daemon.Options;
import io.braid.bgp.rib.Announcements;
import io.braid.bgp.rib.Paths;
import io.braid.bgp.session.CapabilityOffer;
import io.braid.bgp.wire.Family;
import java.util.EnumSet;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What has to come besides of routes with several paths (RFC 7911), at implementations that take them. */
abstract class PathsContract extends RoutesContract {
    private static final int LAST = 50;

    @Test
    void allUplinksPathsInOneSession() throws Exception {
        daemon.start(Options.of(Feature.ADD_PATH));
        Announcements table = Host.fourUplinks();
        Host.lease(table, IntStream.rangeClosed(1, LAST), true);
        CapabilityOffer offer = CapabilityOffer.DEFAULT.withAddPath(Set.of(), EnumSet.allOf(Family.class));
        awaitUp(add(PeerLab.config(false).with(offer), table, Host.routing(new Paths.OfAll())));
        awaitUplinks(21, 22, 23, 24);
        assertTrue(daemon.isNoExport(daemon.show("10.100.0.7/32")), "NO_EXPORT");
        assertTrue(daemon.isNoExport(daemon.show("2001:db8:100::7/128")), "NO_EXPORT");

        table.usable(2, false);
        awaitUplinks(21, 22, 24);
        table.drain(0, System.nanoTime(), 0);
        table.tick(System.nanoTime());
        awaitUplinks(22, 24);
        table.usable(2, true);
        table.undrain(0);
        awaitUplinks(21, 22, 23, 24);
        Host.lease(table, IntStream.of(LAST), false);
        awaitExactly(() -> IntStream.range(1, LAST));
    }

    private void awaitUplinks(int... hosts) throws Exception {
        for (Family family : Family.values()) {
            var hops = new TreeSet<String>();
            IntStream.of(hosts).forEach(h -> hops.add((family == Family.IPV4_UNICAST ? "192.0.2." : "2001:db8::") + h));
            for (int task : new int[] {1, LAST}) {
                String route =
                        Host.routes(family, IntStream.of(task)).iterator().next();
                Poll.untilEquals(hops, () -> daemon.uplinks(route));
            }
        }
    }
}
