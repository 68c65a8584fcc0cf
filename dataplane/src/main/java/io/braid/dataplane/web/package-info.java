/**
 * What a running dataplane shows over TCP to whoever may reach the port: metrics for Prometheus, and a page for people.
 *
 * <p>It is apart from the control socket because it is for others: they may look and change nothing, and need no right on the host. Nothing here runs on a worker or makes one
 * wait; all figures are read from cells that workers write anyway, once for each {@link io.braid.dataplane.web.Moment}. Metrics come in groups ({@link
 * io.braid.dataplane.web.MetricGroup}), each of which declares its families with their help, from which the reference in {@code dataplane/README.md} is made.
 */
@NullMarked
package io.braid.dataplane.web;

import org.jspecify.annotations.NullMarked;
