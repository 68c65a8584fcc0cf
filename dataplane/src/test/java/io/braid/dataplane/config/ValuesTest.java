package io.braid.dataplane.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.braid.dataplane.net.MalformedValueException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ValuesTest {
    @ParameterizedTest
    @CsvSource({
        "0KiB, 0, 0B",
        "1KiB, 1024, 1KiB",
        "1024KiB, 1048576, 1MiB",
        "512MiB, 536870912, 512MiB",
        "3GiB, 3221225472, 3GiB",
        "2TiB, 2199023255552, 2TiB"
    })
    void sizes(String text, long bytes, String printed) {
        ByteSize size = ByteSize.parse(text);
        assertEquals(bytes, size.bytes());
        assertEquals(printed, size.toString());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "MiB",
                "512",
                "512B",
                "512MB",
                "512M",
                "512 MiB",
                "0512MiB",
                "-1MiB",
                "1.5GiB",
                "9999999999TiB",
                "99999999999999999999KiB",
                "512mib",
                "٥MiB"
            })
    void notSizes(String text) {
        assertThrows(MalformedValueException.class, () -> ByteSize.parse(text));
    }

    @ParameterizedTest
    @CsvSource({"1kbit, 1000, 1kbit", "10Gbit, 10000000000, 10Gbit", "1500Mbit, 1500000000, 1500Mbit", "0Mbit, 0, 0bit"
    })
    void rates(String text, long bits, String printed) {
        BitRate rate = BitRate.parse(text);
        assertEquals(bits, rate.bitsPerSecond());
        assertEquals(printed, rate.toString());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "Gbit",
                "10",
                "10G",
                "10gbit",
                "10GB",
                "10Gbit/s",
                "010Gbit",
                "-1Gbit",
                "1.5Gbit",
                "1 Gbit",
                "1000000Gbit"
            })
    void notRates(String text) {
        assertThrows(MalformedValueException.class, () -> BitRate.parse(text));
    }

    @Test
    void durations() {
        assertEquals(Duration.ofNanos(50_000), Durations.parse("50us"));
        assertEquals(Duration.ofMillis(50), Durations.parse("50ms"));
        assertEquals(Duration.ofSeconds(60), Durations.parse("60s"));
        assertEquals(Duration.ofMinutes(5), Durations.parse("5m"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "s", "60", "1h", "1.5s", "-1s", "01s", "1 s", "1s1s", "9999999999s", "1S"})
    void notDurations(String text) {
        assertThrows(MalformedValueException.class, () -> Durations.parse(text));
    }

    @Test
    void cpuLists() {
        assertEquals(List.of(), CpuList.parse("auto").cpus());
        assertEquals(List.of(3, 2), CpuList.parse("3,2").cpus());
        assertEquals(List.of(0, 4, 5, 6, 1023), CpuList.parse("0,4-6,1023").cpus());
        assertEquals("auto", CpuList.parse("auto").toString());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", ",", "1,", "Auto", "1,1", "1-3,2", "3-1", "-1", "1-", "01", "1024", "0-9999", "1;2", "1,auto"
            })
    void notCpuLists(String text) {
        assertThrows(MalformedValueException.class, () -> CpuList.parse(text));
    }

    @Test
    void devices() {
        assertEquals("0000:3b:1f.7", DeviceSpec.parse("pci:0000:3B:1F.7").name());
        var vdev = (DeviceSpec.Vdev) DeviceSpec.parse("vdev:net_pcap12,rx_pcap=/a.pcap,rx_pcap=/b.pcap,infinite_rx=1");
        assertEquals("net_pcap12", vdev.name());
        assertEquals("net_pcap", vdev.driver());
        assertEquals(Optional.of("/a.pcap"), vdev.argument("rx_pcap"));
        assertEquals(Optional.empty(), vdev.argument("iface"));
        assertEquals("net_pcap12,rx_pcap=/a.pcap,rx_pcap=/b.pcap,infinite_rx=1", vdev.devargs());
        assertEquals("vdev:net_null0", DeviceSpec.parse("vdev:net_null0").toString());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "pci:",
                "vdev:",
                "pci:3b:00.0",
                "pci:0000:3b:00.8",
                "pci:0000:3b:20.0",
                "pci:0000:3b:00.0,x=1",
                "0000:3b:00.0",
                "vdev:net_null0,",
                "vdev:net_null0,a",
                "vdev:net_null0,a=",
                "vdev:net_null0,=b",
                "vdev:net_null0,a=b c",
                "vdev:-l",
                "vdev:Net0",
                "vdev:net_null0 ",
                "vdev:net_null0,a=b,,c=d",
                "VDEV:net_null0"
            })
    void notDevices(String text) {
        assertThrows(MalformedValueException.class, () -> DeviceSpec.parse(text));
    }

    @ParameterizedTest
    @CsvSource({
        "no-export, ffffff01",
        "no-advertise, ffffff02",
        "no-export-subconfed, ffffff03",
        "65017:100, fdf90064",
        "0:0, 0",
        "65535:65535, ffffffff"
    })
    void communities(String text, String hex) {
        Community community = Community.parse(text);
        assertEquals(Integer.parseUnsignedInt(hex, 16), community.bits());
        assertEquals(text, community.toString());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "1", "1:", ":1", "65536:1", "1:65536", "01:1", "no-exports", "1:2:3", "99999:1"})
    void notCommunities(String text) {
        assertThrows(MalformedValueException.class, () -> Community.parse(text));
    }

    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1:9464", "0.0.0.0:1", "[::]:65535", "[2001:db8::1]:80"})
    void listenAddresses(String text) {
        assertEquals(text, ListenAddress.parse(text).toString());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "9464",
                ":9464",
                "127.0.0.1",
                "127.0.0.1:",
                "127.0.0.1:0",
                "127.0.0.1:65536",
                "127.0.0.1:080",
                "::1:80",
                "[127.0.0.1]:80",
                "localhost:80",
                "[::1%lo]:80",
                "[::1]80"
            })
    void notListenAddresses(String text) {
        assertThrows(MalformedValueException.class, () -> ListenAddress.parse(text));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "-a", "a-", ".", "a b", "a_b", "a/b"})
    void notHostNames(String text) {
        assertThrows(MalformedValueException.class, () -> HostName.parse(text));
    }

    @Test
    void findsWhatWasMeant() {
        var words = List.of("addresses", "container-prefixes", "mtu");
        assertEquals(Optional.of("addresses"), Similar.to("adresses", words));
        assertEquals(Optional.of("container-prefixes"), Similar.to("container_prefix", words));
        assertEquals(Optional.of("mtu"), Similar.to("MTU", words));
        assertEquals(Optional.empty(), Similar.to("colour", words));
        assertEquals(Optional.empty(), Similar.to("a".repeat(100_000), words));
    }
}
