package io.braid.dataplane.cli;

import io.braid.dataplane.config.ConfigException;
import io.braid.dataplane.config.ConfigLoader;
import io.braid.dataplane.config.LoadedConfig;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** The {@code -c FILE} that several commands take; used as a mixin. */
final class ConfigOption {
    @Option(
            names = {"-c", "--config"},
            paramLabel = "FILE",
            required = true,
            description = "The host's configuration (host.yaml).")
    @SuppressWarnings("NullAway.Init") // set by picocli, which requires it
    private Path file;

    Path file() {
        return file;
    }

    /**
     * Reads the file.
     *
     * @throws ConfigException with all of its errors
     */
    LoadedConfig load() throws ConfigException {
        return ConfigLoader.load(file);
    }
}
