package io.braid.linux;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;

/** Two namespaces with a cable between them: {@code eth0} on both ends, x.1 and x.2, IPv4 and IPv6. */
final class VethPair implements AutoCloseable {
    final TestNamespace a;
    final TestNamespace b;

    VethPair(String suffix) throws UnknownHostException {
        a = new TestNamespace(suffix + "a");
        b = new TestNamespace(suffix + "b");
        a.interfaces.run("link", "add", "eth0", "type", "veth", "peer", "name", "eth0", "netns", b.name);
        for (TestNamespace end : new TestNamespace[] {a, b}) {
            String host = end == a ? "1" : "2";
            end.interfaces.setUp("eth0");
            end.interfaces.addAddress("eth0", InetAddress.getByName("192.0.2." + host), 24);
            end.interfaces.addAddress("eth0", InetAddress.getByName("2001:db8::" + host), 64);
        }
    }

    static InetSocketAddress a(boolean ipv6, int port) {
        return new InetSocketAddress(ipv6 ? "2001:db8::1" : "192.0.2.1", port);
    }

    static InetSocketAddress b(boolean ipv6, int port) {
        return new InetSocketAddress(ipv6 ? "2001:db8::2" : "192.0.2.2", port);
    }

    @Override
    public void close() {
        a.close();
        b.close();
    }
}
