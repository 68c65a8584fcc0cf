package io.braid.dataplane.config;

/**
 * Metrics and dashboard over HTTP.
 *
 * @param listen the address and TCP port to listen on
 */
public record WebConfig(
        @Option(
                doc = "The address and TCP port to listen on: `ADDRESS:PORT`, an IPv6 address in brackets.",
                defaultValue = "\"127.0.0.1:9464\"")
        ListenAddress listen) {}
