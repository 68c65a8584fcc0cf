package io.braid.bgp.interop;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.braid.bgp.session.SessionInfo;
import java.util.List;
import org.junit.jupiter.api.Test;

/** FRR. */
final class FrrIT extends SecuredInteropContract {
    @Override
    Daemon daemon(PeerLab where) {
        return new Frr(where);
    }

    @Test
    void withoutAnyCapability() throws Exception {
        SessionInfo info = routesOfIpv4FlowAlone(Daemon.Options.of(Feature.NO_CAPABILITIES));
        assertEquals(List.of(), info.remote().capabilities());
    }
}
