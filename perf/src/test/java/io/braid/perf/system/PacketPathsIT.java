package io.braid.perf.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.braid.dataplane.control.AttachResult;
import io.braid.linux.NetworkNamespace;
import io.braid.perf.lab.Command;
import io.braid.perf.lab.Family;
import io.braid.perf.lab.LabPlan;
import io.braid.perf.lab.Netns;
import io.braid.perf.lab.UplinkMeter;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Where single packets go, and which errors come back, as the programs at both ends see it. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class PacketPathsIT {
    /** Of the uplinks; tasks get 1500, so that what they send can be too large. */
    private static final int UPLINK_MTU = 1400;

    @SuppressWarnings("NullAway.Init") // set before any test
    private static Rig rig;

    @BeforeAll
    static void start() throws InterruptedException {
        rig = Rig.start(Rig.plan(4, 2), yaml -> yaml.replace("mtu: 1500", "mtu: " + UPLINK_MTU));
        rig.braid().attach(1, 1500);
        rig.braid().attach(2, 1500);
        rig.assertReachesStorage(1);
        rig.assertReachesStorage(2);
    }

    @AfterAll
    static void end() throws InterruptedException {
        Rig.end(rig);
    }

    /** What {@code ping} with these options wrote, whether or not anything came back. */
    private static String ping(Netns from, String... options) throws InterruptedException {
        List<String> command = new ArrayList<>(List.of("ping", "-n", "-i", "0.1", "-W", "1"));
        command.addAll(List.of(options));
        Command.Output output = Command.execute(from.wrap(command), "", Duration.ofSeconds(15));
        return output.out() + output.err();
    }

    private static long snmp(Netns netns, Family family, String counter) throws InterruptedException {
        if (family == Family.V6) {
            return netns.run("cat", "/proc/net/snmp6")
                    .lines()
                    .map(line -> line.split("\\s+"))
                    .filter(words -> words[0].equals(counter))
                    .mapToLong(words -> Long.parseLong(words[1]))
                    .sum();
        }
        String protocol = counter.startsWith("Icmp") ? "Icmp:" : "Ip:";
        List<String[]> lines = netns.run("cat", "/proc/net/snmp")
                .lines()
                .map(line -> line.split(" "))
                .filter(words -> words[0].equals(protocol))
                .toList();
        int column = List.of(lines.get(0)).indexOf(counter.replaceFirst("^(Icmp|Ip)", ""));
        return Long.parseLong(lines.get(1)[column]);
    }

    @Test
    void addressOfAnotherTaskCannotBeUsedAsSource() throws InterruptedException {
        LabPlan plan = rig.plan();
        for (Family family : Family.values()) {
            String stolen = plan.taskAddress(2, family);
            String address = stolen + "/" + (family == Family.V4 ? "32" : "128 nodad") + " dev task0";
            String counter = family == Family.V4 ? "IcmpInEchos" : "Icmp6InEchos";
            plan.task(1).ip("addr add " + address);
            try {
                long dropped = rig.taskDrops(1, "source_not_owned");
                long arrived = snmp(plan.storage(), family, counter);
                String output = ping(plan.task(1), "-c", "5", "-I", stolen, plan.storageAddress(family));
                assertTrue(output.contains(" 0 received"), output);
                assertEquals(arrived, snmp(plan.storage(), family, counter), "spoofed packets reached storage");
                assertTrue(
                        rig.taskDrops(1, "source_not_owned") > dropped,
                        rig.task(1).drops().toString());
                // Nor towards a task on the same host.
                String towardsTask = ping(
                        plan.task(1),
                        "-c",
                        "2",
                        "-I",
                        stolen,
                        rig.task(2).nicAddresses().stream()
                                .map(AttachResult.NicAddress::address)
                                .filter(nic -> nic.contains(":") == (family == Family.V6))
                                .findFirst()
                                .orElseThrow());
                assertTrue(towardsTask.contains(" 0 received"), towardsTask);
            } finally {
                plan.task(1).ip("addr del " + address.replace(" nodad", ""));
            }
            rig.assertPings(plan.task(2), plan.storageAddress(family));
        }
        rig.awaitBalance();
    }

    @Test
    void packetsFromANicAddressLeaveByItsUplinkOnly() throws InterruptedException {
        LabPlan plan = rig.plan();
        List<AttachResult.NicAddress> addresses = rig.task(1).nicAddresses();
        assertEquals(2 * plan.uplinks(), addresses.size(), addresses.toString());
        for (AttachResult.NicAddress nic : addresses) {
            Family family = nic.address().contains(":") ? Family.V6 : Family.V4;
            int bound =
                    Integer.parseInt(nic.uplink().substring(plan.uplinkName(0).length() - 1));
            UplinkMeter.Sample before = UplinkMeter.read(plan);
            String output =
                    ping(plan.task(1), "-c", "5", "-s", "1000", "-I", nic.address(), plan.storageAddress(family));
            assertTrue(output.contains(" 5 received"), nic + ": " + output);
            UplinkMeter.Sample after = UplinkMeter.read(plan);
            for (int i = 0; i < plan.uplinks(); i++) {
                long out = after.out().get(i) - before.out().get(i);
                long in = after.in().get(i) - before.in().get(i);
                if (i == bound) {
                    assertTrue(out >= 5000 && in >= 5000, nic + " on uplink " + i + ": " + out + " out, " + in + " in");
                } else {
                    assertTrue(out < 1000 && in < 1000, nic + " on uplink " + i + ": " + out + " out, " + in + " in");
                }
            }
        }
    }

    @Test
    void hopLimitOfOneIsAnsweredByBraid() throws InterruptedException {
        LabPlan plan = rig.plan();
        for (Family family : Family.values()) {
            String output = ping(plan.task(1), "-c", "3", "-t", "1", plan.storageAddress(family));
            var from = Pattern.compile("From (\\S+):? icmp_seq=\\d+ Time (to live )?exceeded")
                    .matcher(output);
            assertTrue(from.find(), output);
            String router = from.group(1).replaceFirst(":$", "");
            boolean own = false;
            for (int i = 0; i < plan.uplinks(); i++) {
                own |= router.equals(plan.hostAddress(i, family));
            }
            // ping writes IPv6 addresses in their shortest form, the plan does not
            own |= family == Family.V6 && router.matches("2001:db8(:0:[0-3])?::1|2001:db8:0:[0-3]::1");
            assertTrue(own, "not an address of an uplink: " + router);
            String next = ping(plan.task(1), "-c", "3", "-t", "2", plan.storageAddress(family));
            assertTrue(next.contains("exceeded") && !next.contains("From " + router + " "), next);
        }
        assertTrue(rig.taskDrops(1, "ttl_expired") >= 6);
    }

    @Test
    void packetTooLargeForItsUplinkIsFragmentedOrReported() throws InterruptedException {
        LabPlan plan = rig.plan();
        Netns task = plan.task(1);
        long reassembled = snmp(plan.storage(), Family.V4, "IpReasmOKs");
        // 1478 bytes: more than an uplink's MTU, less than the task's.
        String fragmented = ping(task, "-c", "4", "-s", "1450", "-M", "dont", plan.storageAddress(Family.V4));
        assertTrue(fragmented.contains(" 4 received"), fragmented);
        assertTrue(snmp(plan.storage(), Family.V4, "IpReasmOKs") >= reassembled + 4, "not fragmented");

        String v4 = ping(task, "-c", "2", "-s", "1450", "-M", "do", plan.storageAddress(Family.V4));
        assertTrue(v4.contains("Frag needed and DF set (mtu = " + UPLINK_MTU + ")"), v4);
        String v6 = ping(task, "-c", "2", "-s", "1440", "-M", "do", plan.storageAddress(Family.V6));
        assertTrue(v6.contains("Packet too big: mtu=" + UPLINK_MTU), v6);
        // Both are remembered by the task's kernel, which now fragments IPv6 itself.
        String learned = ping(task, "-c", "4", "-s", "1440", "-M", "want", plan.storageAddress(Family.V6));
        assertTrue(learned.contains(" 4 received"), learned);
        String fits = ping(
                task, "-c", "3", "-s", Integer.toString(UPLINK_MTU - 28), "-M", "do", plan.storageAddress(Family.V4));
        assertTrue(fits.contains(" 3 received"), fits);
        rig.awaitBalance();
    }

    @Test
    void tasksOfOneHostReachEachOtherWithoutLeavingIt() throws InterruptedException {
        LabPlan plan = rig.plan();
        for (Family family : Family.values()) {
            rig.assertPings(plan.task(1), plan.taskAddress(2, family));
            UplinkMeter.Sample before = UplinkMeter.read(plan);
            String output = ping(plan.task(2), "-c", "5", "-s", "1000", plan.taskAddress(1, family));
            assertTrue(output.contains(" 5 received"), output);
            UplinkMeter.Sample after = UplinkMeter.read(plan);
            for (int i = 0; i < plan.uplinks(); i++) {
                assertTrue(after.out().get(i) - before.out().get(i) < 1000, "left by uplink " + i);
            }
        }
    }

    @Test
    void hostAndSwitchReachEachOtherOverEveryUplink() throws InterruptedException, IOException {
        LabPlan plan = rig.plan();
        for (int i = 0; i < plan.uplinks(); i++) {
            for (Family family : Family.values()) {
                rig.assertPings(plan.tor(), plan.hostAddress(i, family));
                rig.assertPings(plan.host(), plan.torAddress(i, family));
            }
        }
        for (Family family : Family.values()) {
            talkTcp(plan.host(), plan.hostAddress(1, family), plan.tor());
            talkTcp(plan.tor(), plan.torAddress(2, family), plan.host());
        }
        rig.awaitBalance();
    }

    /** Opens a TCP connection, sends 100 kB over it, and checks that they come back. */
    private static void talkTcp(Netns serverSide, String address, Netns clientSide)
            throws IOException, InterruptedException {
        try (NetworkNamespace serverNamespace = NetworkNamespace.open(serverSide.path());
                NetworkNamespace clientNamespace = NetworkNamespace.open(clientSide.path());
                ServerSocket server =
                        serverNamespace.run(() -> new ServerSocket(0, 1, InetAddress.ofLiteral(address)));
                Socket client = clientNamespace.run(() -> connect(server))) {
            server.setSoTimeout(5000);
            client.setSoTimeout(5000);
            byte[] sent = "braid".repeat(20_000).getBytes(StandardCharsets.US_ASCII);
            Thread echo = Thread.startVirtualThread(() -> {
                try (Socket accepted = server.accept()) {
                    accepted.getOutputStream().write(accepted.getInputStream().readNBytes(sent.length));
                } catch (IOException e) {
                    throw new java.io.UncheckedIOException(e);
                }
            });
            client.getOutputStream().write(sent);
            assertEquals(
                    new String(sent, StandardCharsets.US_ASCII),
                    new String(client.getInputStream().readNBytes(sent.length), StandardCharsets.US_ASCII));
            echo.join();
        }
    }

    private static Socket connect(ServerSocket server) throws IOException {
        var socket = new Socket();
        socket.connect(new InetSocketAddress(server.getInetAddress(), server.getLocalPort()), 5000);
        return socket;
    }
}
