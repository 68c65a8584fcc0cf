package io.braid.perf.lab;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;

/**
 * The table of the rack switch's bgpd, asked about single addresses again and again.
 *
 * <p>Speaks to the daemon as vtysh does, over one connection: a command ends with a zero, and what is answered with three zeros and the command's result
 * (FRR 8.4, {@code lib/vty.c}). A program started for each question would be slower than what is measured. For one thread at a time.
 */
public final class SwitchTable implements AutoCloseable {
    private static final int POLL_MILLIS = 2;

    private final SocketChannel bgpd;
    private final ByteBuffer received = ByteBuffer.allocate(8192);

    /** Connects to the switch of a lab with {@link Routing#BGP}. */
    public SwitchTable(Lab lab) {
        Path socket = lab.directory().resolve("frr-tor").resolve("bgpd.vty");
        try {
            bgpd = SocketChannel.open(StandardProtocolFamily.UNIX);
            bgpd.connect(UnixDomainSocketAddress.of(socket));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot talk to the switch's bgpd on " + socket, e);
        }
        ask("enable");
    }

    /** Whether the table has a route to exactly this address. */
    public boolean has(String address) {
        boolean ipv6 = address.contains(":");
        return ask("show bgp " + (ipv6 ? "ipv6" : "ipv4") + " unicast " + address + (ipv6 ? "/128" : "/32") + " json")
                .contains("\"paths\"");
    }

    /** Whether it has one that came through an AS. */
    public boolean hasFrom(String address, long asn) {
        boolean ipv6 = address.contains(":");
        return ask("show bgp " + (ipv6 ? "ipv6" : "ipv4") + " unicast " + address + (ipv6 ? "/128" : "/32") + " json")
                .contains("\"string\":\"" + asn + "\"");
    }

    /**
     * Waits until all of these addresses have a route, or none has.
     *
     * @return {@link System#nanoTime()} when that was first seen
     * @throws LabException if it takes longer than {@code limit}
     */
    public long await(Collection<String> addresses, boolean there, Duration limit) throws InterruptedException {
        long end = System.nanoTime() + limit.toNanos();
        while (addresses.stream().anyMatch(address -> has(address) != there)) {
            if (System.nanoTime() > end) {
                throw new LabException("the switch's table " + (there ? "has no" : "still has a") + " route to one of "
                        + addresses + " after " + limit.toMillis() + " ms");
            }
            Thread.sleep(POLL_MILLIS);
        }
        return System.nanoTime();
    }

    private String ask(String command) {
        try {
            bgpd.write(ByteBuffer.wrap((command + "\0").getBytes(StandardCharsets.US_ASCII)));
            var answer = new ByteArrayOutputStream();
            do {
                received.clear();
                if (bgpd.read(received) < 0) {
                    throw new LabException("the switch's bgpd closed the connection at '" + command + "'");
                }
                answer.write(received.array(), 0, received.position());
            } while (!isWhole(answer.toByteArray()));
            return answer.toString(StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot talk to the switch's bgpd", e);
        }
    }

    private static boolean isWhole(byte[] answer) {
        int end = answer.length - 4;
        return end >= 0 && answer[end] == 0 && answer[end + 1] == 0 && answer[end + 2] == 0;
    }

    @Override
    public void close() {
        try {
            bgpd.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
