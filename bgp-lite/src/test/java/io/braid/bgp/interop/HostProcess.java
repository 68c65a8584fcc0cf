package io.braid.bgp.interop;

import io.braid.bgp.rib.Paths;
import io.braid.bgp.session.BgpSpeaker;
import io.braid.bgp.session.SpeakerConfig;
import io.braid.bgp.speaker.RoutedPeer;
import io.braid.bgp.wire.IpAddress;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;

/** A host in a process of its own, to be killed: announces as many task IPs of each family as its argument says. */
final class HostProcess {
    private HostProcess() {}

    public static void main(String[] arguments) throws InterruptedException {
        var table = Host.oneUplink();
        Host.lease(table, IntStream.rangeClosed(1, Integer.parseInt(arguments[0])), true);
        SpeakerConfig config = SpeakerConfig.of(PeerLab.OWN_AS, IpAddress.parse("192.0.2.1"));
        try (BgpSpeaker speaker = BgpSpeaker.start(config)) {
            RoutedPeer.add(speaker, PeerLab.config(false), table, Host.routing(new Paths.OfUplink(0)));
            new CountDownLatch(1).await();
        }
    }

    static Process start(PeerLab lab, int tasks) throws IOException {
        return lab.startOwn(
                lab.dir.resolve("host"),
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "-Xmx128m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                HostProcess.class.getName(),
                Integer.toString(tasks));
    }
}
