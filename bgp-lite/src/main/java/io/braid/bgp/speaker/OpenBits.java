package io.braid.bgp.speaker;

import io.braid.bgp.rib.OwnRestart;
import io.braid.bgp.session.CapabilityOffer;
import io.braid.bgp.session.PeerConfig;
import io.braid.bgp.session.RestartState;
import io.braid.bgp.wire.Family;

/** What the own OPEN says of a restart, as {@link OwnRestart} has it at the time. */
record OpenBits(OwnRestart restart) implements RestartState {
    /** Has the peer's configuration, if it offers graceful restart, say so. */
    static PeerConfig in(PeerConfig config, OwnRestart restart) {
        CapabilityOffer.GracefulRestart offered = config.offer().gracefulRestart();
        return offered == null
                ? config
                : config.with(config.offer()
                        .withGracefulRestart(new CapabilityOffer.GracefulRestart(
                                offered.time(), offered.notification(), offered.families(), new OpenBits(restart))));
    }

    @Override
    public boolean restarting() {
        restart.tick(System.nanoTime());
        return restart.restarting();
    }

    @Override
    public boolean forwardingKept(Family family) {
        return restart.forwardingKept(family);
    }
}
