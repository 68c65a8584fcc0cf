/**
 * The host's configuration: one record per section of {@code host.yaml}, bound strictly and with all errors at once.
 *
 * <p>An option is declared once, as a record component with {@link io.braid.dataplane.config.Option}. The loader
 * binds YAML to the records by reflection, {@link io.braid.dataplane.config.ConfigReference} prints the reference
 * documentation from the same declarations, so that code, checks and documentation cannot drift apart. These are
 * configuration types, not domain types: the datapath builds its own tables from them at start. Nothing here is
 * called by a worker.
 */
@NullMarked
package io.braid.dataplane.config;

import org.jspecify.annotations.NullMarked;
