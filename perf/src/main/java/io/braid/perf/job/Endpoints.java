package io.braid.perf.job;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;

/** Where a program's connections go: to each of a server's addresses in turn, so that half of the flows are IPv4 and half are IPv6. */
final class Endpoints {
    private final List<InetAddress> addresses = new ArrayList<>();
    private final int port;

    /** @param list literal addresses, separated by commas */
    Endpoints(String list, int port) {
        for (String address : list.split(",", -1)) {
            addresses.add(InetAddress.ofLiteral(address));
        }
        this.port = port;
    }

    /** Of connection {@code number}, from 0. */
    InetSocketAddress of(int number) {
        return new InetSocketAddress(addresses.get(number % addresses.size()), port);
    }
}
