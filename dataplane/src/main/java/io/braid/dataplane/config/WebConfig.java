package io.braid.dataplane.config;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Metrics and dashboard over HTTP.
 *
 * @param listen the address and TCP port to listen on
 * @param hosts names that clients may call this host by
 * @param tokenFile a file with what clients have to know
 * @param certificate a file with the certificate to show; it comes with a key
 * @param key a file with the certificate's private key
 */
public record WebConfig(
        @Option(
                doc =
                        "The address and TCP port to listen on: `ADDRESS:PORT`, an IPv6 address in brackets. Without a `token-file`"
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
        List<HostName> hosts,

        @Option(
                doc =
                        "A file with a token of 16 characters or more, which only its owner may read. Clients then have to send it, as a bearer token or as the password of any user;"
                                + " `/healthz` and `/readyz` are open to all. Use it with `certificate`, or whoever listens on the way reads it.",
                example = "/etc/braid/web.token")
        Optional<Path> tokenFile,

        @Option(
                doc =
                        "A file with the certificate to speak TLS with (HTTPS), in PEM, the server's own first. Needs `key`. Read at start.",
                example = "/etc/braid/web.crt")
        Optional<Path> certificate,

        @Option(
                doc =
                        "A file with the certificate's private key, in PEM and unencrypted, which only its owner may read.",
                example = "/etc/braid/web.key")
        Optional<Path> key) {
    /** Copies the list, so that the record cannot change. */
    public WebConfig {
        hosts = List.copyOf(hosts);
    }
}
