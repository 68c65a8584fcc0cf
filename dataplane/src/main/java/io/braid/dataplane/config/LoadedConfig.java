package io.braid.dataplane.config;

import java.util.List;

/**
 * A configuration that was read without errors.
 *
 * @param file what was read, as the operator named it
 * @param config the bound values, defaults included
 * @param warnings what the file asks for and this version does not do, one sentence each; to be shown to the operator
 */
public record LoadedConfig(String file, HostConfig config, List<String> warnings) {
    /** Copies the list, so that the record cannot change. */
    public LoadedConfig {
        warnings = List.copyOf(warnings);
    }
}
