package io.braid.dataplane.web;

import io.braid.dataplane.config.HostName;
import io.braid.dataplane.config.WebConfig;
import io.braid.dataplane.net.IpAddress;
import io.braid.dataplane.net.MalformedValueException;
import java.net.InetAddress;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Which names this host is asked for by. A web site can give its own name this host's address and so have a visitor's browser read what is served here (DNS rebinding);
 * what the browser then says in {@code Host:} is the site's name, by which nobody asks who means this host. Any thread.
 */
final class HostNames {
    private static final Pattern AUTHORITY =
            Pattern.compile("(?:\\[([0-9A-Fa-f:.]{2,45})]|([A-Za-z0-9._-]{1,253}))(?::[0-9]{1,5})?");

    private final String host;
    private volatile Set<String> names = Set.of();
    private final boolean loopback;

    /** @param host this host's own name */
    HostNames(WebConfig config, String host) {
        this.host = host;
        adopt(config);
        loopback = isLoopback(config.listen().address());
    }

    /** Goes by other names from now on; where it listens stays. */
    void adopt(WebConfig config) {
        var all = new HashSet<String>();
        all.add("localhost");
        all.add(host.toLowerCase(Locale.ROOT));
        config.hosts().stream()
                .map(HostName::value)
                .map(name -> name.toLowerCase(Locale.ROOT))
                .forEach(all::add);
        names = Set.copyOf(all);
    }

    /** Whether a client that says so in {@code Host:} means this host: by one of its names, or by an address that can be it. */
    boolean accept(String authority) {
        Matcher matcher = AUTHORITY.matcher(authority);
        if (!matcher.matches()) {
            return false;
        }
        if (matcher.group(1) != null) {
            return acceptAddress(matcher.group(1));
        }
        String name = matcher.group(2).toLowerCase(Locale.ROOT);
        return names.contains(name.endsWith(".") ? name.substring(0, name.length() - 1) : name) || acceptAddress(name);
    }

    /** No site can make a browser say an address: it would have to be the one that the site is at. */
    private boolean acceptAddress(String text) {
        try {
            IpAddress address = IpAddress.parse(text);
            return !loopback || isLoopback(address);
        } catch (MalformedValueException name) {
            return false;
        }
    }

    private static boolean isLoopback(IpAddress address) {
        return InetAddress.ofLiteral(address.toString()).isLoopbackAddress();
    }
}
