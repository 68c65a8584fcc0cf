package io.braid.dataplane.neighbor;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.braid.dataplane.net.IpAddress;
import io.braid.dataplane.net.Ipv4Address;
import io.braid.dataplane.net.Ipv6Address;
import io.braid.dataplane.net.MacAddress;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

/** Expected bytes are written out by hand from RFC 826, RFC 5227 and RFC 4861; the checksums were computed apart from the code. */
class NeighborFramesTest {
    private static final long OWN_MAC = MacAddress.parse("02:11:22:33:44:55").bits();
    private static final long KNOWN_MAC = MacAddress.parse("02:aa:bb:cc:dd:ee").bits();
    private static final Ipv4Address OWN4 = (Ipv4Address) IpAddress.parse("192.0.2.1");
    private static final Ipv4Address GATEWAY4 = (Ipv4Address) IpAddress.parse("192.0.2.0");
    private static final Ipv6Address OWN6 = (Ipv6Address) IpAddress.parse("2001:db8::1");
    private static final Ipv6Address GATEWAY6 = (Ipv6Address) IpAddress.parse("2001:db8::12:3456");

    private static final String PADDING = "0000 0000 0000 0000 0000 0000 0000 0000 0000";

    private static void assertBytes(String expected, byte[] frame) {
        assertEquals(expected.replaceAll("\\s", ""), HexFormat.of().formatHex(frame));
    }

    @Test
    void arpRequestToAll() {
        assertBytes(
                "ffffffffffff 021122334455 0806" + "0001 0800 06 04 0001" + "021122334455 c0000201"
                        + "000000000000 c0000200" + PADDING,
                NeighborFrames.arpRequest(OWN_MAC, OWN4, GATEWAY4, 0));
    }

    @Test
    void arpRequestToTheKnownStation() {
        assertBytes(
                "02aabbccddee 021122334455 0806" + "0001 0800 06 04 0001" + "021122334455 c0000201"
                        + "000000000000 c0000200" + PADDING,
                NeighborFrames.arpRequest(OWN_MAC, OWN4, GATEWAY4, KNOWN_MAC));
    }

    @Test
    void gratuitousArpAsksForItsOwnAddress() {
        assertBytes(
                "ffffffffffff 021122334455 0806" + "0001 0800 06 04 0001" + "021122334455 c0000201"
                        + "000000000000 c0000201" + PADDING,
                NeighborFrames.gratuitousArp(OWN_MAC, OWN4));
    }

    @Test
    void neighborSolicitationToTheSolicitedNodeGroup() {
        assertBytes(
                "3333ff123456 021122334455 86dd" + "60000000 0020 3a ff"
                        + "20010db8000000000000000000000001" + "ff0200000000000000000001ff123456"
                        + "87 00 CHCK 00000000".replace("CHCK", SOLICITATION_CHECKSUM)
                        + "20010db8000000000000000000123456" + "01 01 021122334455",
                NeighborFrames.neighborSolicitation(OWN_MAC, OWN6, GATEWAY6, 0));
    }

    @Test
    void neighborSolicitationToTheKnownStation() {
        assertBytes(
                "02aabbccddee 021122334455 86dd" + "60000000 0020 3a ff"
                        + "20010db8000000000000000000000001" + "20010db8000000000000000000123456"
                        + "87 00 CHCK 00000000".replace("CHCK", KNOWN_CHECKSUM)
                        + "20010db8000000000000000000123456" + "01 01 021122334455",
                NeighborFrames.neighborSolicitation(OWN_MAC, OWN6, GATEWAY6, KNOWN_MAC));
    }

    @Test
    void unsolicitedAdvertisementTellsAllNodesAndOverrides() {
        assertBytes(
                "333300000001 021122334455 86dd" + "60000000 0020 3a ff"
                        + "20010db8000000000000000000000001" + "ff020000000000000000000000000001"
                        + "88 00 CHCK 20000000".replace("CHCK", ADVERTISEMENT_CHECKSUM)
                        + "20010db8000000000000000000000001" + "02 01 021122334455",
                NeighborFrames.unsolicitedAdvertisement(OWN_MAC, OWN6));
    }

    private static final String SOLICITATION_CHECKSUM = "4cc2";
    private static final String KNOWN_CHECKSUM = "1d0e";
    private static final String ADVERTISEMENT_CHECKSUM = "9292";
}
