package io.braid.bgp.interop;

import io.braid.bgp.session.BgpSpeaker;
import io.braid.bgp.session.PeerConfig;
import io.braid.bgp.session.SpeakerConfig;
import io.braid.bgp.session.SpeakerPair;
import io.braid.bgp.session.TransportConfig;
import io.braid.bgp.wire.IpAddress;
import io.braid.linux.Interfaces;
import io.braid.linux.NetworkNamespace;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.Assumptions;

/**
 * Two network namespaces with a cable: on one end Braid's speaker (AS 65017, 192.0.2.1 and 2001:db8::1), on the other a
 * peer (AS 65000, 192.0.2.2 and 2001:db8::2). Needs root.
 */
public final class PeerLab implements AutoCloseable {
    public static final long OWN_AS = 65017;
    public static final long PEER_AS = 65000;

    private final String ownName = "bs" + ProcessHandle.current().pid() + "h";
    private final String peerName = "bs" + ProcessHandle.current().pid() + "p";
    private final NetworkNamespace own;
    private final NetworkNamespace peer;
    public final Path dir;
    private final List<BgpSpeaker> speakers = new ArrayList<>();

    public PeerLab() throws IOException {
        this(1);
    }

    /**
     * Several cables: the further ones are eth1 and so on, 198.51.100.17/28 and 2001:db8:0:1::1/64 on the own end of the
     * first of them, 16 and one more for each.
     */
    PeerLab(int cables) throws IOException {
        Assumptions.assumeTrue(
                "root".equals(System.getProperty("user.name")) && Files.isWritable(Path.of("/run")),
                "needs root to make network namespaces");
        Interfaces.host().run("netns", "add", ownName);
        Interfaces.host().run("netns", "add", peerName);
        Interfaces.in(ownName).run("link", "add", "eth0", "type", "veth", "peer", "name", "eth0", "netns", peerName);
        configure(ownName, 1);
        configure(peerName, 2);
        for (int i = 1; i < cables; i++) {
            String name = "eth" + i;
            Interfaces.in(ownName).run("link", "add", name, "type", "veth", "peer", "name", name, "netns", peerName);
            address(ownName, name, ownAddress(i, false) + "/28", ownAddress(i, true) + "/64");
            address(peerName, name, peerAddress(i, false) + "/28", peerAddress(i, true) + "/64");
        }
        own = NetworkNamespace.open(ownName);
        peer = NetworkNamespace.open(peerName);
        // Daemons give up root: they have to reach their files, and no one else's.
        dir = Files.createTempDirectory("bgp-peer");
        Files.setPosixFilePermissions(dir, PosixFilePermissions.fromString("rwxrwxrwx"));
    }

    private static void configure(String name, int host) throws UnknownHostException {
        Interfaces interfaces = Interfaces.in(name);
        interfaces.setUp("lo");
        interfaces.setUp("eth0");
        interfaces.addAddress("eth0", InetAddress.getByName("192.0.2." + host), 24);
        // Without duplicate address detection the address can be used at once.
        interfaces.run("addr", "add", "2001:db8::" + host + "/64", "dev", "eth0", "nodad");
    }

    private static void address(String namespace, String device, String... addresses) {
        Interfaces interfaces = Interfaces.in(namespace);
        interfaces.setUp(device);
        for (String address : addresses) {
            List<String> command = new ArrayList<>(List.of("addr", "add", address, "dev", device));
            if (address.contains(":")) {
                command.add("nodad");
            }
            interfaces.run(command.toArray(String[]::new));
        }
    }

    /** The own end's address of a cable. */
    static String ownAddress(int cable, boolean ipv6) {
        return address(cable, 1, ipv6);
    }

    /** The peer's address of a cable. */
    static String peerAddress(int cable, boolean ipv6) {
        return address(cable, 2, ipv6);
    }

    private static String address(int cable, int host, boolean ipv6) {
        if (cable == 0) {
            return (ipv6 ? "2001:db8::" : "192.0.2.") + host;
        }
        return ipv6 ? "2001:db8:0:" + cable + "::" + host : "198.51.100." + (16 * cable + host);
    }

    public static InetAddress ownAddress(boolean ipv6) {
        return SpeakerPair.address(ipv6 ? "2001:db8::1" : "192.0.2.1");
    }

    public static InetAddress peerAddress(boolean ipv6) {
        return SpeakerPair.address(ipv6 ? "2001:db8::2" : "192.0.2.2");
    }

    /** Sets how much memory the kernel gives to a socket's options, keys among them, on the own end. */
    public void limitOptionMemory(int bytes) throws IOException, InterruptedException {
        runIn(ownName, "sysctl", "-w", "net.core.optmem_max=" + bytes);
    }

    /** Gives both ends the link-local addresses fe80::1 and fe80::2. */
    public void addLinkLocal() {
        Interfaces.in(ownName).run("addr", "add", "fe80::1/64", "dev", "eth0", "nodad");
        Interfaces.in(peerName).run("addr", "add", "fe80::2/64", "dev", "eth0", "nodad");
    }

    public void addOwnAddress(String address) {
        Interfaces.in(ownName).run("addr", "add", address, "dev", "eth0");
    }

    /** Takes the cable away. */
    public void cut() {
        cut(0);
    }

    void cut(int cable) {
        Interfaces.in(peerName).setDown("eth" + cable);
    }

    /** Lets nothing through a cable whose link stays up, in either direction. */
    void silence(int cable) {
        for (String end : List.of(ownName, peerName)) {
            tc(end, "add", "eth" + cable, "tbf", "rate", "8kbit", "burst", "10", "limit", "10");
        }
    }

    /** Ends {@link #silence}. */
    void endSilence(int cable) {
        for (String end : List.of(ownName, peerName)) {
            tc(end, "del", "eth" + cable);
        }
    }

    private static void tc(String namespace, String what, String device, String... more) {
        var command = new ArrayList<String>(List.of("tc", "qdisc", what, "dev", device, "root"));
        command.addAll(List.of(more));
        try {
            String said = runIn(namespace, command.toArray(String[]::new));
            if (!said.isEmpty()) {
                throw new IllegalStateException(command + ": " + said);
            }
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The own end's namespace. */
    NetworkNamespace own() {
        return own;
    }

    /** Puts the cable back. */
    void mend(int cable) {
        Interfaces.in(peerName).setUp("eth" + cable);
    }

    /** Starts a speaker on the own end, on the usual port. */
    public BgpSpeaker startSpeaker() {
        SpeakerConfig config =
                SpeakerConfig.of(OWN_AS, IpAddress.parse("192.0.2.1")).withPasswordCheck(Duration.ofMillis(50));
        BgpSpeaker speaker = own.run(() -> BgpSpeaker.start(config));
        speakers.add(speaker);
        return speaker;
    }

    /** Starts a speaker on the peer's end. */
    public BgpSpeaker startSpeakerAtPeer() {
        SpeakerConfig config =
                SpeakerConfig.of(PEER_AS, IpAddress.parse("192.0.2.2")).withPasswordCheck(Duration.ofMillis(50));
        BgpSpeaker speaker = peer.run(() -> BgpSpeaker.start(config));
        speakers.add(speaker);
        return speaker;
    }

    /** The peer as the own end sees it. */
    public static PeerConfig config(boolean ipv6) {
        return PeerConfig.of("peer", peerAddress(ipv6), PEER_AS)
                .with(SpeakerPair.QUICK)
                .with(TransportConfig.DEFAULT.withLocalAddress(ownAddress(ipv6)));
    }

    /** Starts a program in the peer's namespace; its output goes to a file. */
    Process start(Path output, String... command) throws IOException {
        return startIn(peerName, output, command);
    }

    /** Starts a program in the own namespace; its output goes to a file. */
    Process startOwn(Path output, String... command) throws IOException {
        return startIn(ownName, output, command);
    }

    private static Process startIn(String namespace, Path output, String... command) throws IOException {
        var full = new ArrayList<String>(List.of("ip", "netns", "exec", namespace));
        full.addAll(List.of(command));
        return new ProcessBuilder(full)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(output.toFile()))
                .start();
    }

    /** Runs a program in the peer's namespace and returns what it says, errors included. */
    String run(String... command) throws IOException, InterruptedException {
        return runIn(peerName, command);
    }

    private static String runIn(String namespace, String... command) throws IOException, InterruptedException {
        var full = new ArrayList<String>(List.of("ip", "netns", "exec", namespace));
        full.addAll(List.of(command));
        Process process = new ProcessBuilder(full).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        return said;
    }

    @Override
    public void close() throws IOException {
        speakers.forEach(BgpSpeaker::close);
        own.close();
        peer.close();
        Interfaces.host().run("netns", "del", ownName);
        Interfaces.host().run("netns", "del", peerName);
        try (var files = Files.walk(dir)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
