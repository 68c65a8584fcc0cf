/**
 * {@code braid lab dashboard}: pictures of the dashboard as a browser shows it, while a lab's host carries traffic and a link fails.
 *
 * <p>{@link io.braid.perf.dashboard.Chromium} is the browser, also of the dashboard's test; {@link io.braid.perf.dashboard.DevTools} is how it is talked to.
 */
@NullMarked
package io.braid.perf.dashboard;

import org.jspecify.annotations.NullMarked;
