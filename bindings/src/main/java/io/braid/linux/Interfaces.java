package io.braid.linux;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Changes network interfaces, addresses and default routes of one namespace through iproute2.
 *
 * <p>Each method is one {@code ip} command of about 2 ms and returns when the kernel has taken the change. Failures are
 * {@link IpCommandException}s with the command and its message. Stateless; any thread.
 */
public final class Interfaces {
    // A leading dash would be read as an option, white space and quotes as more words of a batch line.
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_.@+][A-Za-z0-9_.@+-]{0,14}");

    private final IpCommand ip;

    private Interfaces(@Nullable String namespace) {
        this.ip = new IpCommand(namespace);
    }

    /** Returns the interfaces of the caller's own namespace. */
    public static Interfaces host() {
        return new Interfaces(null);
    }

    /**
     * Returns the interfaces of a namespace given by name, or by path when the text has a slash
     * ({@code /proc/4711/ns/net}).
     *
     * @throws IllegalArgumentException when there is no such namespace now
     */
    public static Interfaces in(String nameOrPath) {
        requireNamespace(nameOrPath);
        return new Interfaces(nameOrPath);
    }

    /** Moves an interface from here to another namespace; it arrives switched off and without addresses. */
    public void moveToNamespace(String iface, String nameOrPath) {
        requireNamespace(nameOrPath);
        // `ip link set netns` opens a text with a slash as a path, and falls back to a process id for other names.
        run("link", "set", "dev", name(iface), "netns", nameOrPath);
    }

    /** Gives an interface another name; switch it off first for kernels older than 6.2. */
    public void rename(String iface, String newName) {
        run("link", "set", "dev", name(iface), "name", name(newName));
    }

    public void setUp(String iface) {
        run("link", "set", "dev", name(iface), "up");
    }

    public void setDown(String iface) {
        run("link", "set", "dev", name(iface), "down");
    }

    /**
     * Sets the largest L3 packet.
     *
     * @param bytes 68 (RFC 791) to 65535; IPv6 needs 1280
     */
    public void setMtu(String iface, int bytes) {
        if (bytes < 68 || bytes > 65535) {
            throw new IllegalArgumentException("MTU " + bytes + " of " + iface + " is outside 68-65535");
        }
        run("link", "set", "dev", name(iface), "mtu", Integer.toString(bytes));
    }

    /** Sets the Ethernet address, a 48-bit number as in {@link LinkState#mac()}. */
    public void setMac(String iface, long mac) {
        run("link", "set", "dev", name(iface), "address", MacText.format(mac));
    }

    /**
     * Adds an address, or does nothing when it is there. IPv6 addresses are usable at once: duplicate address detection
     * is left out, because the address's owner is known and the second it takes would be downtime.
     *
     * @param prefixLength 0 to 32, or 128 for IPv6
     */
    public void addAddress(String iface, InetAddress address, int prefixLength) {
        int most = address instanceof Inet6Address ? 128 : 32;
        if (prefixLength < 0 || prefixLength > most) {
            throw new IllegalArgumentException("prefix length " + prefixLength + " is outside 0-" + most);
        }
        String cidr = address.getHostAddress().replaceFirst("%.*", "") + "/" + prefixLength;
        if (address instanceof Inet6Address) {
            run("-6", "addr", "replace", cidr, "dev", name(iface), "nodad");
        } else {
            run("-4", "addr", "replace", cidr, "dev", name(iface));
        }
    }

    /** Sends everything without a better route to a gateway that need not lie in a prefix of the interface. */
    public void addDefaultRoute(String iface, InetAddress gateway) {
        String family = gateway instanceof Inet6Address ? "-6" : "-4";
        String via = gateway.getHostAddress().replaceFirst("%.*", "");
        run(family, "route", "replace", "default", "via", via, "dev", name(iface), "onlink");
    }

    /** Makes a pair of connected virtual Ethernet interfaces, both in this namespace. */
    public void addVeth(String iface, String peer) {
        run("link", "add", name(iface), "type", "veth", "peer", "name", name(peer));
    }

    /** Deletes a virtual interface; a veth's peer goes with it. */
    public void delete(String iface) {
        run("link", "del", "dev", name(iface));
    }

    /** Returns whether there is an interface of that name. */
    public boolean exists(String iface) {
        String wanted = name(iface);
        return run("-o", "link", "show").lines().anyMatch(line -> {
            // "7: veth0@if6: <BROADCAST..." : the part from @ is not of the name
            String[] columns = line.split(": ", 3);
            return columns.length == 3 && columns[1].replaceFirst("@[^@]*$", "").equals(wanted);
        });
    }

    /**
     * Runs any other {@code ip} command here and returns what it prints.
     *
     * @throws IpCommandException when it fails
     */
    public String run(String... arguments) {
        return ip.run(List.of(arguments), "");
    }

    /**
     * Runs many {@code ip} commands in one process, which ends at the first that fails.
     *
     * @param commands one each, without the word {@code ip}
     * @throws IpCommandException when one fails; the message has its line number
     */
    public void batch(List<String> commands) {
        for (String command : commands) {
            if (command.indexOf('\n') >= 0) {
                throw new IllegalArgumentException("a batch command is one line, got '" + command + "'");
            }
        }
        if (!commands.isEmpty()) {
            ip.run(List.of("-batch", "-"), String.join("\n", commands) + "\n");
        }
    }

    private static String name(String iface) {
        if (!NAME.matcher(iface).matches() || iface.equals(".") || iface.equals("..")) {
            throw new IllegalArgumentException(
                    "'" + iface + "' is no interface name: 1 to 15 of letters, digits and _.@+-, not starting with -");
        }
        return iface;
    }

    private static void requireNamespace(String nameOrPath) {
        Path path = Path.of(NetworkNamespace.path(nameOrPath));
        if (nameOrPath.startsWith("-") || !Files.exists(path)) {
            throw new IllegalArgumentException("there is no network namespace " + path + "; see `ip netns list`");
        }
    }
}
