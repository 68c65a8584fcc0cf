package io.braid.bfd;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.fail;

import io.braid.linux.Interfaces;
import io.braid.linux.NetworkNamespace;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Supplier;

/**
 * Two namespaces, ours and the peer's, with cables {@code eth0}, {@code eth1}... between them. On cable n we have
 * 192.0.n.1 and 2001:db8:n::1, the peer has .2; link-local addresses are fe80::1 and fe80::2 on each.
 */
final class LabLink implements AutoCloseable {
    final NetworkNamespace ours;
    final String oursName;
    final String peerName;
    final NetworkNamespace peers;

    LabLink(int cables) {
        oursName = "bf" + ProcessHandle.current().pid() + "a";
        peerName = "bf" + ProcessHandle.current().pid() + "b";
        Interfaces.host().batch(List.of("netns add " + oursName, "netns add " + peerName));
        ours = NetworkNamespace.open(oursName);
        peers = NetworkNamespace.open(peerName);
        for (int i = 0; i < cables; i++) {
            addCable(i);
        }
    }

    void addCable(int n) {
        String device = device(n);
        Interfaces.in(oursName).run("link", "add", device, "type", "veth", "peer", "name", device, "netns", peerName);
        for (boolean our : new boolean[] {true, false}) {
            Interfaces interfaces = Interfaces.in(our ? oursName : peerName);
            interfaces.setUp("lo");
            interfaces.run("link", "set", device, "addrgenmode", "none");
            interfaces.setUp(device);
            interfaces.addAddress(device, ipv4(n, our), 24);
            interfaces.addAddress(device, ipv6(n, our), 64);
            interfaces.addAddress(device, linkLocal(our), 64);
        }
    }

    static String device(int n) {
        return "eth" + n;
    }

    static InetAddress ipv4(int n, boolean our) {
        return address("192.0." + n + "." + (our ? 1 : 2));
    }

    static InetAddress ipv6(int n, boolean our) {
        return address("2001:db8:" + n + "::" + (our ? 1 : 2));
    }

    static InetAddress linkLocal(boolean our) {
        return address("fe80::" + (our ? 1 : 2));
    }

    private static InetAddress address(String literal) {
        try {
            return InetAddress.getByName(literal);
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException(e);
        }
    }

    static SessionConfig config(int n, boolean v6, boolean our, BfdTimers timers) {
        return v6
                ? new SessionConfig(ipv6(n, our), ipv6(n, !our), device(n), timers)
                : new SessionConfig(ipv4(n, our), ipv4(n, !our), device(n), timers);
    }

    /** Drops everything in both directions without a change of carrier. */
    void silence(int n, boolean on) {
        String change = on ? "add" : "del";
        List<String> shape = on ? List.of("tbf", "rate", "8kbit", "burst", "10", "limit", "10") : List.of();
        for (String name : List.of(oursName, peerName)) {
            List<String> command =
                    new ArrayList<>(List.of("tc", "-n", name, "qdisc", change, "dev", device(n), "root"));
            command.addAll(shape);
            run(command);
        }
    }

    /** Runs a command to its end and returns what it prints; fails with that when it fails. */
    static String run(List<String> command) {
        try {
            Process process =
                    new ProcessBuilder(command).redirectErrorStream(true).start();
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertEquals(0, process.waitFor(), () -> String.join(" ", command) + ": " + output);
            return output;
        } catch (IOException e) {
            throw new IllegalStateException(String.join(" ", command), e);
        } catch (InterruptedException e) {
            throw new IllegalStateException("interrupted", e);
        }
    }

    /** Waits until a condition holds; fails with what it was after {@code limit}. Returns how long it took. */
    static Duration until(String what, Duration limit, Callable<Boolean> condition) {
        return until(() -> what, limit, condition);
    }

    /** The same, with a description made when it fails. */
    static Duration until(Supplier<String> what, Duration limit, Callable<Boolean> condition) {
        long start = System.nanoTime();
        try {
            while (!condition.call()) {
                if (System.nanoTime() - start > limit.toNanos()) {
                    fail("not within " + limit.toMillis() + " ms: " + what.get());
                }
                Thread.sleep(2);
            }
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException(what.get(), e);
        }
        return Duration.ofNanos(System.nanoTime() - start);
    }

    @Override
    public void close() {
        ours.close();
        peers.close();
        Interfaces.host().batch(List.of("netns del " + oursName, "netns del " + peerName));
    }
}
