package io.braid.dataplane.config;

import java.nio.file.Path;

/**
 * The control API.
 *
 * @param socket the UNIX socket to listen on
 */
public record ControlConfig(
        @Option(
                doc = "The UNIX socket to listen on, for root only: an absolute path of at most 107 bytes.",
                defaultValue = "/run/braid/control.sock")
        Path socket) {}
