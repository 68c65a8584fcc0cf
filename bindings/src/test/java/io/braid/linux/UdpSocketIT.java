package io.braid.linux;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** UDP between two namespaces, and what the kernel tells about a datagram. */
final class UdpSocketIT {
    private static final int PORT = 3784;

    @SuppressWarnings("NullAway.Init") // set before each test
    private VethPair link;

    private long filesBefore;

    @BeforeEach
    void cable() throws Exception {
        link = new VethPair("u");
        filesBefore = OpenFiles.count();
    }

    @AfterEach
    void remove() throws Exception {
        OpenFiles.assertCount(filesBefore);
        link.close();
    }

    private static InetSocketAddress wildcard(boolean ipv6) {
        return new InetSocketAddress(ipv6 ? "::" : "0.0.0.0", PORT);
    }

    private static int receive(UdpSocket socket, UdpDatagram into) {
        try (Poller poller = Poller.open()) {
            poller.add(socket, Poller.READ, socket);
            poller.poll(Duration.ofSeconds(5).toNanos(), (_, _) -> {});
            return socket.receive(into);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void tellsSenderTtlInterfaceAndDestination(boolean ipv6) {
        try (Arena arena = Arena.ofConfined();
                UdpDatagram datagram = new UdpDatagram(64);
                UdpSocket receiver = UdpSocket.open(link.b.namespace, wildcard(ipv6), null);
                UdpSocket sender = UdpSocket.open(link.a.namespace, VethPair.a(ipv6, 50_000), "eth0")) {
            sender.setTtl(255);
            sender.setDscp(TcpOptions.CS6);
            sender.connect(VethPair.b(ipv6, PORT));
            assertEquals(VethPair.a(ipv6, 0).getAddress(), sender.sourceAddress());
            MemorySegment data = arena.allocateFrom(ValueLayout.JAVA_LONG, 1, 2, 3);
            assertEquals(24, sender.send(data));

            assertEquals(24, receive(receiver, datagram));
            assertEquals(3, datagram.data().get(ValueLayout.JAVA_LONG, 16));
            assertEquals(255, datagram.ttl());
            assertEquals(50_000, datagram.senderPort());
            assertEquals(VethPair.a(ipv6, 0).getAddress(), datagram.sender());
            assertTrue(datagram.isFrom(VethPair.a(ipv6, 0).getAddress().getAddress()));
            assertFalse(datagram.isFrom(VethPair.b(ipv6, 0).getAddress().getAddress()));
            assertFalse(datagram.isFrom(VethPair.a(!ipv6, 0).getAddress().getAddress()), "other family");
            assertEquals(VethPair.b(ipv6, 0).getAddress(), datagram.destination());
            try (UdpSocket bound = UdpSocket.open(link.b.namespace, VethPair.b(ipv6, 0), "eth0")) {
                assertEquals(bound.deviceIndex(), datagram.interfaceIndex());
                assertEquals(0, receiver.deviceIndex());
            }

            sender.setTtl(64);
            sender.send(arena.allocate(100));
            assertEquals(64, receive(receiver, datagram), "cut to the capacity");
            assertTrue(datagram.truncated());
            assertEquals(64, datagram.ttl());
            sender.send(arena.allocate(0));
            assertEquals(0, receive(receiver, datagram), "an empty datagram is one");
            assertFalse(datagram.truncated());
            assertEquals(UdpSocket.WOULD_BLOCK, receiver.receive(datagram));
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void anUnreachablePortIsAResultNotAnException(boolean ipv6) throws Exception {
        try (Arena arena = Arena.ofConfined();
                UdpSocket sender = UdpSocket.open(link.a.namespace, VethPair.a(ipv6, 0), "eth0")) {
            sender.connect(VethPair.b(ipv6, PORT));
            MemorySegment data = arena.allocate(24);
            int[] result = new int[1];
            TestNamespace.until("ICMP error", () -> {
                result[0] = sender.send(data);
                return result[0] < 0;
            });
            assertEquals(-Errno.ECONNREFUSED, result[0]);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void bindingErrorsSayWhy(boolean ipv6) {
        try (UdpSocket first = UdpSocket.open(link.b.namespace, wildcard(ipv6), null)) {
            LinuxException taken = assertThrows(
                    LinuxException.class, () -> UdpSocket.open(link.b.namespace, first.localAddress(), null));
            assertEquals(Errno.EADDRINUSE, taken.errno());
            // The other family has the same port of its own.
            UdpSocket.open(link.b.namespace, wildcard(!ipv6), null).close();
        }
        LinuxException device =
                assertThrows(LinuxException.class, () -> UdpSocket.open(link.b.namespace, wildcard(ipv6), "eth9"));
        assertEquals(Errno.ENODEV, device.errno());
        assertThrows(
                IllegalArgumentException.class,
                () -> UdpSocket.open(link.b.namespace, wildcard(ipv6), "a-name-that-is-too-long"));
        assertThrows(
                IllegalArgumentException.class,
                () -> UdpSocket.open(link.b.namespace, InetSocketAddress.createUnresolved("host.invalid", 1), null));
    }

    @ParameterizedTest
    @ValueSource(booleans = {true})
    void linkLocalAddressesWorkWithADevice(boolean ipv6) throws Exception {
        link.a.interfaces.addAddress("eth0", InetAddress.getByName("fe80::a"), 64);
        link.b.interfaces.addAddress("eth0", InetAddress.getByName("fe80::b"), 64);
        try (Arena arena = Arena.ofConfined();
                UdpDatagram datagram = new UdpDatagram(64);
                UdpSocket receiver = UdpSocket.open(link.b.namespace, wildcard(ipv6), null);
                UdpSocket sender = UdpSocket.open(link.a.namespace, new InetSocketAddress("fe80::a", 0), "eth0")) {
            sender.connect(new InetSocketAddress("fe80::b", PORT));
            sender.send(arena.allocate(24));
            assertEquals(24, receive(receiver, datagram));
            assertTrue(datagram.isFrom(InetAddress.getByName("fe80::a").getAddress()));
            Inet6Address from = (Inet6Address) datagram.sender();
            assertEquals(datagram.interfaceIndex(), from.getScopeId());
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aSharedPortGivesEachDatagramToTheClosestSocketAndIsClosedToOthersAgain(boolean ipv6) {
        InetSocketAddress here = VethPair.b(ipv6, PORT);
        try (Arena arena = Arena.ofConfined();
                UdpDatagram datagram = new UdpDatagram(64);
                UdpSocket wildcard = UdpSocket.open(link.b.namespace, wildcard(ipv6), null);
                UdpSocket known = UdpSocket.open(link.a.namespace, VethPair.a(ipv6, 50_000), "eth0");
                UdpSocket stranger = UdpSocket.open(link.a.namespace, VethPair.a(ipv6, 50_001), "eth0")) {
            assertTaken(() -> UdpSocket.openShared(link.b.namespace, here, "eth0"));
            wildcard.setShared(true);
            try (UdpSocket own = UdpSocket.openShared(link.b.namespace, here, "eth0")) {
                own.connect(VethPair.a(ipv6, 50_000));
                own.setShared(false);
                wildcard.setShared(false);
                MemorySegment data = arena.allocate(10);
                assertEquals(10, stranger.sendTo(data, here));
                assertEquals(10, known.sendTo(data, here));
                assertEquals(10, receive(own, datagram));
                assertEquals(50_000, datagram.senderPort());
                assertEquals(UdpSocket.WOULD_BLOCK, own.receive(datagram));
                assertEquals(10, receive(wildcard, datagram));
                assertEquals(50_001, datagram.senderPort());
                assertEquals(UdpSocket.WOULD_BLOCK, wildcard.receive(datagram));

                assertTaken(() -> UdpSocket.open(link.b.namespace, wildcard(ipv6), null));
                assertTaken(() -> UdpSocket.openShared(link.b.namespace, wildcard(ipv6), null));
                assertTaken(() -> UdpSocket.openShared(link.b.namespace, here, "eth0"));
            }
        }
    }

    private static void assertTaken(Executable bind) {
        assertEquals("EADDRINUSE", assertThrows(LinuxException.class, bind).errnoName());
    }
}
