/**
 * The one thread that watches links, keeps gateways resolved and tells the workers what is so. It owns all changing state of the control side; others hand it work.
 */
@NullMarked
package io.braid.dataplane.conductor;

import org.jspecify.annotations.NullMarked;
