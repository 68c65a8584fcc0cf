package io.braid.dataplane.announce;

import io.braid.dataplane.config.ConfigException;
import io.braid.dataplane.config.ConfigLoader;
import io.braid.dataplane.control.GrantStatus;
import io.braid.dataplane.grant.GrantPolicy;
import io.braid.dataplane.grant.TaskGrants;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;

/** Grants of tasks without a scheduler: given as a hand-over gives them. */
final class TestGrants {
    private static final String HOST = """
            uplinks: [{name: nic0, device: "vdev:net_null0", addresses: [192.0.2.1/31], gateways: [192.0.2.0]}]
            tasks: {prefixes: [10.100.0.0/16, "2001:db8:100::/48"]}
            """;

    private TestGrants() {}

    static TaskGrants none() {
        return at(InstantSource.system());
    }

    static TaskGrants at(InstantSource clock) {
        try {
            var config = ConfigLoader.parse("host.yaml", HOST.getBytes(StandardCharsets.UTF_8))
                    .config();
            return new TaskGrants(new GrantPolicy(config, clock), clock);
        } catch (ConfigException e) {
            throw new IllegalStateException(e);
        }
    }

    static GrantStatus until(Instant expires) {
        return new GrantStatus("id", "key", null, List.of("10.100.0.7"), null, expires.toString(), false);
    }
}
