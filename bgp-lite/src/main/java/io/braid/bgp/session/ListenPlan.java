package io.braid.bgp.session;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Works out which sockets have to listen for a set of peers.
 *
 * <p>One for each own address, or one for all addresses of a family if a peer leaves the own address open: Linux does not
 * let both share a port. One for each device at an address, if all peers there name one.
 */
final class ListenPlan {
    /**
     * Where to listen.
     *
     * @param address the own address, null for all of the family
     * @param text the address with its scope, which tells link-local addresses apart that are equal as addresses
     */
    record Endpoint(
            boolean ipv6,
            @Nullable InetAddress address,
            @Nullable String text,
            @Nullable String device) {
        InetSocketAddress at(int port) {
            return new InetSocketAddress(address == null ? any() : address, port);
        }

        private InetAddress any() {
            try {
                return InetAddress.getByAddress(new byte[ipv6 ? IPV6_BYTES : IPV4_BYTES]);
            } catch (UnknownHostException e) {
                throw new IllegalStateException("addresses have other lengths", e);
            }
        }
    }

    private static final int IPV4_BYTES = 4;
    private static final int IPV6_BYTES = 16;

    private ListenPlan() {}

    static Map<Endpoint, List<PeerSession>> of(Collection<PeerSession> peers) {
        var plan = new LinkedHashMap<Endpoint, List<PeerSession>>();
        List<PeerConfig> all = peers.stream().map(PeerSession::config).toList();
        for (PeerSession peer : peers) {
            plan.computeIfAbsent(endpoint(peer.config(), all), _ -> new ArrayList<>())
                    .add(peer);
        }
        return plan;
    }

    /** The place for one peer among all. */
    static Endpoint endpoint(PeerConfig config, List<PeerConfig> all) {
        boolean ipv6 = isIpv6(config);
        List<PeerConfig> family = all.stream().filter(c -> isIpv6(c) == ipv6).toList();
        boolean open = family.stream().anyMatch(c -> localText(c) == null);
        InetAddress address = open ? null : config.transport().localAddress();
        String local = open ? null : localText(config);
        boolean devices = family.stream()
                .filter(c -> local == null || local.equals(localText(c)))
                .allMatch(c -> c.transport().device() != null);
        return new Endpoint(ipv6, address, local, devices ? config.transport().device() : null);
    }

    private static boolean isIpv6(PeerConfig config) {
        return config.address() instanceof Inet6Address;
    }

    private static @Nullable String localText(PeerConfig config) {
        InetAddress local = config.transport().localAddress();
        return local == null ? null : local.getHostAddress();
    }
}
