package io.braid.dataplane.config;

import java.util.List;

/**
 * Metrics and dashboard over HTTP.
 *
 * @param listen the address and TCP port to listen on
 * @param hosts names that clients may call this host by
 */
public record WebConfig(
        @Option(
                doc =
                        "The address and TCP port to listen on: `ADDRESS:PORT`, an IPv6 address in brackets. There is no password:"
                                + " whoever reaches the port reads the metrics; nothing can be changed by it.",
                defaultValue = "\"127.0.0.1:9464\"")
        ListenAddress listen,

        @Option(
                doc =
                        "Names by which clients may ask for this host, besides `localhost`, its own name (`host`) and addresses."
                                + " Requests with another name in `Host:` are refused, so that no web site can have a browser read what is here"
                                + " by giving its own name this address (DNS rebinding).",
                defaultValue = "[]",
                range = "0..16",
                example = "[gpu-17.example.net]",
                live = true)
        List<HostName> hosts) {
    /** Copies the list, so that the record cannot change. */
    public WebConfig {
        hosts = List.copyOf(hosts);
    }
}
