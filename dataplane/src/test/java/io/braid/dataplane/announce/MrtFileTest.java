package io.braid.dataplane.announce;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.braid.bgp.rib.Announcements;
import io.braid.bgp.rib.ExportPolicy;
import io.braid.bgp.rib.ImportPolicy;
import io.braid.bgp.rib.Paths;
import io.braid.bgp.rib.Uplink;
import io.braid.bgp.session.BgpSpeaker;
import io.braid.bgp.session.PeerConfig;
import io.braid.bgp.session.SpeakerConfig;
import io.braid.bgp.session.TimerConfig;
import io.braid.bgp.speaker.PeerRouting;
import io.braid.bgp.speaker.RoutedPeer;
import io.braid.bgp.wire.IpAddress;
import io.braid.bgp.wire.Prefix;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Dumps what a speaker does that nobody answers: changes of state. */
class MrtFileTest {
    private static final int BGP4MP_ET = 17;

    @TempDir
    private Path directory;

    /** Runs a speaker until both files are there, which takes some tens of records. */
    private void speakUntilTurnedOver(Path file, long limit) throws Exception {
        var dump = new MrtFile(file, limit, 65017);
        SpeakerConfig config = SpeakerConfig.of(65017, IpAddress.parse("192.0.2.1"))
                .withListenPort(0)
                .withTap(dump);
        var table = new Announcements(
                List.of(new Uplink(0, "nic0", IpAddress.parse("192.0.2.1"), null, 0)),
                List.of(Prefix.parse("10.0.0.0/8")));
        try (BgpSpeaker speaker = BgpSpeaker.start(config)) {
            for (int i = 1; i <= 20; i++) {
                RoutedPeer.add(
                        speaker,
                        PeerConfig.of("peer" + i, InetAddress.getByName("127.0.0." + (100 + i)), 65000)
                                .withPort(9)
                                .with(TimerConfig.DEFAULT.withConnectRetry(Duration.ofMillis(10))),
                        table,
                        PeerRouting.of(
                                new Paths.OfUplink(0), ExportPolicy.of(65017), ImportPolicy.denyAll(65017, 65000)));
            }
            long end = System.nanoTime() + 20_000_000_000L;
            while (!Files.exists(Path.of(file + ".old"))) {
                assertTrue(System.nanoTime() - end < 0, "turned over within 20 s");
                Thread.sleep(5);
            }
        }
        dump.close();
    }

    @Test
    void theFileIsBoundedAndWhole() throws Exception {
        Path file = directory.resolve("bgp.mrt");
        speakUntilTurnedOver(file, 1000);
        for (Path each : List.of(file, Path.of(file + ".old"))) {
            byte[] bytes = Files.readAllBytes(each);
            assertTrue(bytes.length <= 1000, bytes.length + " bytes");
            ByteBuffer records = ByteBuffer.wrap(bytes);
            while (records.hasRemaining()) {
                records.getInt();
                assertEquals(BGP4MP_ET, records.getShort());
                records.getShort();
                int length = records.getInt();
                records.position(records.position() + length);
            }
        }
    }

    @Test
    void aFileThatCannotBeWrittenEndsTheDumpOnly() throws Exception {
        var dump = new MrtFile(directory, 1000, 65017); // a directory
        dump.close();
        dump.close();
    }
}
