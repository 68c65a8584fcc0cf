package io.braid.bgp.interop;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.braid.bgp.session.SessionInfo;
import java.util.List;
import org.junit.jupiter.api.Test;

/** BIRD 2. */
final class BirdIT extends SecuredInteropContract {
    @Override
    Daemon daemon(PeerLab where) {
        return new Bird(where);
    }

    @Test
    void withoutAnyCapability() throws Exception {
        SessionInfo info = routesOfIpv4FlowAlone(Daemon.Options.of(Feature.NO_CAPABILITIES));
        assertEquals(List.of(), info.remote().capabilities());
    }
}
