package io.braid.dataplane.web;

import io.braid.dataplane.config.HostName;
import io.braid.dataplane.config.ListenAddress;
import io.braid.dataplane.config.WebConfig;
import java.util.Arrays;
import java.util.Optional;

/** Configurations of the web server without secrets. */
final class WebConfigs {
    private WebConfigs() {}

    static WebConfig of(ListenAddress listen, String... hosts) {
        return new WebConfig(
                listen,
                Arrays.stream(hosts).map(HostName::new).toList(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }
}
