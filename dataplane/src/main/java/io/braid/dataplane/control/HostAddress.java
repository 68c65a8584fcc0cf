package io.braid.dataplane.control;

import static io.braid.dataplane.control.ControlException.badRequest;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.util.regex.Pattern;

/**
 * Reads an address that one task may have as its own, and writes it in the one way that can be compared as text.
 *
 * <p>Stricter than the JDK's parser, which also takes {@code 10.1}, scopes and IPv4-mapped addresses: a container runtime that
 * sends such a thing has made a mistake. Never asks a resolver.
 */
final class HostAddress {
    private static final String OCTET = "(0|[1-9][0-9]{0,2})";
    private static final Pattern DOTTED_QUAD = Pattern.compile(OCTET + "\\." + OCTET + "\\." + OCTET + "\\." + OCTET);
    private static final Pattern COLON_HEX = Pattern.compile("[0-9A-Fa-f:]{2,39}|[0-9A-Fa-f:]{1,30}:[0-9.]{7,15}");

    private HostAddress() {}

    /**
     * The canonical text of a unicast host address: a dotted quad, or RFC 5952 for IPv6.
     *
     * @throws ControlException {@link ControlException.Kind#BAD_REQUEST} when it is no address or not one for a host
     */
    static String canonical(String text) {
        if (text.indexOf('/') >= 0) {
            throw badRequest("ips: " + Quote.of(text) + " has a prefix length; give the host address alone");
        }
        return text.indexOf(':') >= 0 ? ipv6(text) : ipv4(text);
    }

    private static String ipv4(String text) {
        var quad = DOTTED_QUAD.matcher(text);
        if (!quad.matches()) {
            throw noAddress(text);
        }
        int[] octets = new int[4];
        for (int i = 0; i < octets.length; i++) {
            octets[i] = Integer.parseInt(quad.group(i + 1));
            if (octets[i] > 255) {
                throw noAddress(text);
            }
        }
        // The special-purpose blocks of RFC 6890 that no host can be reached under from another one.
        if (octets[0] == 0) {
            throw notForTask(text, "lies in 0.0.0.0/8 (unspecified)");
        } else if (octets[0] == 127) {
            throw notForTask(text, "is a loopback address");
        } else if (octets[0] == 169 && octets[1] == 254) {
            throw notForTask(text, "is a link-local address");
        } else if (octets[0] >= 224 && octets[0] < 240) {
            throw notForTask(text, "is a multicast address");
        } else if (octets[0] >= 240) {
            throw notForTask(text, "is reserved or broadcast");
        }
        return text;
    }

    private static String ipv6(String text) {
        if (!COLON_HEX.matcher(text).matches()) {
            throw noAddress(text);
        }
        InetAddress address;
        try {
            address = InetAddress.ofLiteral(text);
        } catch (IllegalArgumentException e) {
            throw noAddress(text);
        }
        if (!(address instanceof Inet6Address v6)) {
            throw notForTask(text, "is an IPv4-mapped address (write the IPv4 address itself)");
        }
        if (v6.isAnyLocalAddress()) {
            throw notForTask(text, "is the unspecified address");
        } else if (v6.isLoopbackAddress()) {
            throw notForTask(text, "is a loopback address");
        } else if (v6.isMulticastAddress()) {
            throw notForTask(text, "is a multicast address");
        } else if (v6.isLinkLocalAddress()) {
            throw notForTask(text, "is a link-local address");
        } else if (v6.isIPv4CompatibleAddress()) {
            throw notForTask(
                    text, "is an IPv4-compatible address (deprecated by RFC 4291: write the IPv4 address itself)");
        }
        return rfc5952(v6.getAddress());
    }

    /** RFC 5952, section 4: lower case, no leading zeros, the first longest run of two or more zero groups as "::". */
    private static String rfc5952(byte[] bytes) {
        int[] groups = new int[8];
        for (int i = 0; i < groups.length; i++) {
            groups[i] = ((bytes[2 * i] & 0xff) << 8) | (bytes[2 * i + 1] & 0xff);
        }
        int runStart = -1;
        int runLength = 1;
        for (int i = 0; i < groups.length; i++) {
            int end = i;
            while (end < groups.length && groups[end] == 0) {
                end++;
            }
            if (end - i > runLength) {
                runStart = i;
                runLength = end - i;
            }
        }
        var text = new StringBuilder(39);
        for (int i = 0; i < groups.length; i++) {
            if (i == runStart) {
                text.append("::");
                i += runLength - 1;
                continue;
            }
            if (!text.isEmpty() && text.charAt(text.length() - 1) != ':') {
                text.append(':');
            }
            text.append(Integer.toHexString(groups[i]));
        }
        return text.toString();
    }

    private static ControlException noAddress(String text) {
        return badRequest("ips: " + Quote.of(text) + " is no IP address; write 10.100.0.7 or 2001:db8:100::7");
    }

    private static ControlException notForTask(String text, String why) {
        return badRequest("ips: " + Quote.of(text) + " " + why + " and cannot be a task's own address");
    }
}
