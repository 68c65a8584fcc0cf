package io.braid.dataplane.config;

import io.braid.dataplane.net.IpAddress;
import io.braid.dataplane.net.MalformedValueException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where a TCP server listens.
 *
 * @param address the local address; unspecified means all of the family
 * @param port 1 to 65535
 */
public record ListenAddress(IpAddress address, int port) {
    private static final String EXPECTED = "an address with port such as 127.0.0.1:9464 or [::1]:9464";
    private static final Pattern SYNTAX =
            Pattern.compile("(?:\\[([^\\[\\]]*:[^\\[\\]]*)\\]|([^:\\[\\]]+)):([1-9][0-9]{0,4})");

    /**
     * Reads {@code ADDRESS:PORT}, an IPv6 address in brackets.
     *
     * @throws MalformedValueException for anything else, also for host names: they would have to be looked up
     */
    public static ListenAddress parse(String text) {
        Matcher matcher = SYNTAX.matcher(text);
        if (!matcher.matches()) {
            throw new MalformedValueException(EXPECTED, text);
        }
        int port = Integer.parseInt(matcher.group(3));
        if (port > 65535) {
            throw new MalformedValueException(EXPECTED, text, "a port is 1 to 65535");
        }
        String address = matcher.group(1) != null ? matcher.group(1) : matcher.group(2);
        try {
            return new ListenAddress(IpAddress.parse(address), port);
        } catch (MalformedValueException e) {
            throw (MalformedValueException) new MalformedValueException(EXPECTED, text, e.reason()).initCause(e);
        }
    }

    @Override
    public String toString() {
        return (address.isV6() ? "[" + address + "]" : address.toString()) + ":" + port;
    }
}
