package io.braid.bgp.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Another reader of BGP sees in our messages what we meant. */
class TsharkIT {
    private static final int MESSAGES = 300;
    private static final PathAttributes ATTRIBUTES = PathAttributes.of(Origin.IGP, AsPath.of(65017, 4_200_000_001L))
            .with(new Attribute.Med(50))
            .with(new Attribute.LocalPref(200))
            .with(new Attribute.Communities(List.of(Community.NO_EXPORT, Community.of(65017, 7))))
            .with(new Attribute.LargeCommunities(List.of(new LargeCommunity(4_200_000_001L, 1, 2))))
            .with(new Attribute.ExtendedCommunities(List.of(ExtendedCommunity.linkBandwidth(65017, 12.5e9f))))
            .with(new Attribute.OnlyToCustomer(65017));

    @TempDir
    Path folder;

    private List<String> tshark(Pcap pcap, String... arguments) throws IOException, InterruptedException {
        Path file = folder.resolve("messages.pcap");
        pcap.write(file);
        var command = new ArrayList<>(List.of("tshark", "-n", "-r", file.toString()));
        command.addAll(Arrays.asList(arguments));
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, process.waitFor(), command::toString);
        return output.lines().toList();
    }

    private static String fields(Pcap pcap, TsharkIT test, String... names) throws IOException, InterruptedException {
        var arguments = new ArrayList<>(List.of("-T", "fields", "-E", "separator=|", "-E", "occurrence=a"));
        for (String name : names) {
            arguments.addAll(List.of("-e", name));
        }
        return String.join("\n", test.tshark(pcap, arguments.toArray(String[]::new)));
    }

    private static Pcap pcap(Negotiated context, Message... messages) {
        var pcap = new Pcap();
        for (Message message : messages) {
            Wire.encode(message, context).forEach(m -> pcap.add(40000, m));
        }
        return pcap;
    }

    private static List<Nlri> routes(String... prefixes) {
        return Arrays.stream(prefixes).map(p -> Nlri.of(Prefix.parse(p))).toList();
    }

    @Test
    void nothingIsMalformed() throws IOException, InterruptedException {
        // Not by chance: tshark guesses whether routes have path numbers, and now and then a list of very short
        // prefixes
        // can be read both ways, such as 00 09 FC 00 00.
        long seed = Long.getLong("braid.seed", 1);
        var pcap = new Pcap();
        int port = 40000;
        Negotiated longMessages = Contexts.of(false, true, Contexts.EXTERNAL.families(), 65535, Set.of(), true);
        for (Negotiated context : List.of(Contexts.EXTERNAL, Contexts.INTERNAL, Contexts.IPV4_ONLY, longMessages)) {
            var generator = new Generator(seed);
            port++;
            for (int i = 0; i < MESSAGES; i++) {
                for (byte[] message : Wire.encode(generator.message(context), context)) {
                    if (!hasLongParameters(message)) {
                        pcap.add(port, message);
                    }
                }
            }
        }
        List<String> bad = tshark(pcap, "-Y", "_ws.malformed || _ws.expert.group == \"Malformed\" || !bgp");
        assertEquals(List.of(), bad, "-Dbraid.seed=" + seed);
        assertEquals(pcap.packets(), tshark(pcap, "-Y", "bgp").size());
    }

    /** The form of RFC 9072, which tshark 4.0 does not read. */
    private static boolean hasLongParameters(byte[] message) {
        return message[18] == MessageType.OPEN.code() && message[28] == (byte) OpenDecoder.EXTENDED;
    }

    @Test
    void ipv4Routes() throws IOException, InterruptedException {
        var reach = new Update.Reach(
                Family.IPV4_UNICAST, NextHop.of(IpAddress.parse("192.0.2.1")), routes("10.100.0.1/32", "10.0.0.0/8"));
        Pcap pcap = pcap(
                Contexts.INTERNAL,
                Update.announce(ATTRIBUTES, reach),
                Update.withdraw(Family.IPV4_UNICAST, routes("10.100.0.2/32")));
        assertEquals(
                "2|10.100.0.1,10.0.0.0|192.0.2.1|50|200||65017,4200000001|4200000001|1|2\n2|||||10.100.0.2||||",
                fields(
                        pcap,
                        this,
                        "bgp.type",
                        "bgp.nlri_prefix",
                        "bgp.update.path_attribute.next_hop",
                        "bgp.update.path_attribute.multi_exit_disc",
                        "bgp.update.path_attribute.local_pref",
                        "bgp.withdrawn_prefix",
                        "bgp.update.path_attribute.as_path_segment.as4",
                        "bgp.large_communities.ga",
                        "bgp.large_communities.ldp1",
                        "bgp.large_communities.ldp2"));
    }

    @Test
    void ipv6Routes() throws IOException, InterruptedException {
        var hop = new NextHop(IpAddress.parse("2001:db8::1"), IpAddress.parse("fe80::1"));
        var reach = new Update.Reach(Family.IPV6_UNICAST, hop, routes("2001:db8:100::7/128", "::/0"));
        Pcap pcap = pcap(
                Contexts.INTERNAL,
                Update.announce(ATTRIBUTES, reach),
                Update.withdraw(Family.IPV6_UNICAST, routes("2001:db8:100::8/128")),
                Update.endOfRib(Family.IPV6_UNICAST));
        assertEquals(
                "2|2001:db8:100::7,::|\n2||2001:db8:100::8\n2||",
                fields(pcap, this, "bgp.type", "bgp.mp_reach_nlri_ipv6_prefix", "bgp.mp_unreach_nlri_ipv6_prefix"));
    }

    @Test
    void severalPathsToOneRoute() throws IOException, InterruptedException {
        Prefix prefix = Prefix.parse("10.100.0.1/32");
        var reach = new Update.Reach(
                Family.IPV4_UNICAST,
                NextHop.of(IpAddress.parse("192.0.2.1")),
                List.of(new Nlri(prefix, 1), new Nlri(prefix, 2), new Nlri(prefix, 3)));
        Negotiated context =
                Contexts.of(false, true, Contexts.EXTERNAL.families(), 4096, Set.of(Family.IPV4_UNICAST), false);
        assertEquals(
                "2|10.100.0.1,10.100.0.1,10.100.0.1|1,2,3",
                fields(
                        pcap(context, Update.announce(ATTRIBUTES, reach)),
                        this,
                        "bgp.type",
                        "bgp.nlri_prefix",
                        "bgp.nlri_path_id"));
    }

    @Test
    void capabilities() throws IOException, InterruptedException {
        var open = new Open(
                4_200_000_001L,
                9,
                IpAddress.parse("192.0.2.1"),
                List.of(
                        new Capability.MultiProtocol(Family.IPV6_UNICAST.number()),
                        new Capability.Refresh(),
                        Capability.ExtendedNextHop.IPV4_OVER_IPV6,
                        new Capability.ExtendedMessage(),
                        Capability.Role.of(BgpRole.CUSTOMER),
                        new Capability.GracefulRestart(
                                true,
                                true,
                                120,
                                List.of(new Capability.GracefulRestart.Kept(Family.IPV4_UNICAST.number(), true))),
                        new Capability.FourByteAs(4_200_000_001L),
                        new Capability.AddPath(
                                List.of(new Capability.AddPath.Paths(Family.IPV4_UNICAST.number(), false, true))),
                        new Capability.EnhancedRefresh()));
        assertEquals(
                "1|23456|9|192.0.2.1|1,2,5,6,9,64,65,69,70|4200000001|120",
                fields(
                        pcap(Negotiated.INITIAL, open),
                        this,
                        "bgp.type",
                        "bgp.open.myas",
                        "bgp.open.holdtime",
                        "bgp.open.identifier",
                        "bgp.cap.type",
                        "bgp.cap.4as",
                        "bgp.cap.gr.timers.restart_time"));
    }

    @Test
    void otherMessages() throws IOException, InterruptedException {
        Pcap pcap = pcap(
                Contexts.EXTERNAL,
                new Keepalive(),
                RouteRefresh.begin(Family.IPV6_UNICAST),
                Notification.shutdown(ErrorReason.ADMINISTRATIVE_SHUTDOWN, "maintenance"));
        assertEquals(
                "4||||\n5|1|||\n3||6|2|maintenance",
                fields(
                        pcap,
                        this,
                        "bgp.type",
                        "bgp.route_refresh.subtype",
                        "bgp.notify.major_error",
                        "bgp.notify.minor_error_cease",
                        "bgp.notify.communication"));
    }
}
