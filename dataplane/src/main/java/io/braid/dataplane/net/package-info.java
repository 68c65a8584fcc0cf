/**
 * Network value types of the control side: addresses, prefixes and MAC addresses with strict parsers and canonical
 * printing.
 *
 * <p>They exist so that nothing outside the datapath handles addresses as text or through {@link
 * java.net.InetAddress}, whose parsers accept short and octal-looking forms and may ask the DNS. Workers never see
 * these objects: tables for them are filled from the fixed words ({@code int} for IPv4, two {@code long} for IPv6).
 */
@NullMarked
package io.braid.dataplane.net;

import org.jspecify.annotations.NullMarked;
