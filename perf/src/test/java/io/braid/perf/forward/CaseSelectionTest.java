package io.braid.perf.forward;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.braid.perf.forward.CaseSelection.BadSelectionException;
import io.braid.perf.forward.ForwardCase.Size;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import picocli.CommandLine.TypeConversionException;

class CaseSelectionTest {
    private static List<String> names(CaseSelection selection) throws BadSelectionException {
        return selection.cases().stream().map(ForwardCase::name).toList();
    }

    private static CaseSelection selection(List<Vdev> vdevs, int workers, List<Size> sizes, String... prefixes) {
        return new CaseSelection(vdevs, workers, sizes, List.of(prefixes), false);
    }

    @Test
    void theUsualSetIsWhatItWas() throws BadSelectionException {
        assertEquals(
                List.of(
                        "egress-v4-64B-1024",
                        "ingress-v4-64B-1024",
                        "egress-v6-64B-1024",
                        "ingress-v6-64B-1024",
                        "egress-v4-imix-1024",
                        "egress-v6-imix-1024",
                        "egress-v4-512B-1024",
                        "egress-v4-1500B-1024",
                        "ingress-v4-1500B-1024",
                        "egress-v4-64B-1",
                        "egress-v4-64B-1048576",
                        "egress-v6-64B-1048576"),
                names(selection(List.of(Vdev.PCAP), 1, List.of())));
    }

    @Test
    void namesSayTheDeviceAndTheWorkers() throws BadSelectionException {
        assertEquals(
                List.of(
                        "egress-v4-9000B-64-null",
                        "ingress-v4-9000B-64-null",
                        "egress-v6-9000B-64-null",
                        "ingress-v6-9000B-64-null",
                        "egress-v4-9000B-512-ring",
                        "ingress-v4-9000B-512-ring",
                        "egress-v6-9000B-512-ring",
                        "ingress-v6-9000B-512-ring"),
                names(selection(List.of(Vdev.NULL, Vdev.RING, Vdev.NULL), 1, List.of(Size.B9000, Size.B9000))));
        assertEquals(
                List.of("egress-v6-64B-1024-ring-2w"),
                names(selection(List.of(Vdev.RING), 2, List.of(Size.B64), "egress-v6")));
        assertEquals(
                List.of("egress-v6-imix-1024-2w"),
                names(selection(List.of(Vdev.PCAP), 2, List.of(Size.IMIX), "egress-v6")));
    }

    @Test
    void whatCannotBeIsRefusedAndSaysWhatCan() {
        var mix =
                assertThrows(BadSelectionException.class, selection(List.of(Vdev.NULL), 1, List.of(Size.IMIX))::cases);
        assertTrue(String.valueOf(mix.getMessage()).contains("--vdev pcap"), mix.toString());
        var none = assertThrows(
                BadSelectionException.class, selection(List.of(Vdev.RING), 1, List.of(), "nonsense")::cases);
        assertTrue(String.valueOf(none.getMessage()).contains("egress-v4-64B-512-ring"), none.toString());
        for (int workers : new int[] {-1, 0, 3}) {
            assertThrows(BadSelectionException.class, selection(List.of(Vdev.PCAP), workers, List.of())::cases);
        }
    }

    @Test
    void devicesAndSizesAreReadAsTheyAreWritten() {
        var vdevs = new CaseSelection.VdevConverter();
        assertEquals(Vdev.RING, vdevs.convert("Ring"));
        assertThrows(TypeConversionException.class, () -> vdevs.convert("memif"));
        var sizes = new CaseSelection.SizeConverter();
        assertEquals(Size.B9000, sizes.convert("9000"));
        assertEquals(Size.B64, sizes.convert("64B"));
        assertEquals(Size.IMIX, sizes.convert("IMIX"));
        assertThrows(TypeConversionException.class, () -> sizes.convert("65"));
        assertThrows(TypeConversionException.class, () -> sizes.convert(""));
    }

    @Test
    void jumboFramesFitOneBuffer() {
        ForwardCase jumbo = ForwardCase.of(Vdev.PCAP, 1, false, true, Size.B9000);
        assertEquals(8_996, jumbo.length(0));
        assertTrue(jumbo.dataRoom() >= 128 + jumbo.length(0));
        assertEquals(9_000, jumbo.portMtu());
        assertEquals(8_996, CaseFrames.frame(jumbo, 3).length);
    }

    @Test
    void devicesHaveAQueueForEachWorker() {
        ForwardCase two = ForwardCase.of(Vdev.PCAP, 2, false, true, Size.B64);
        assertEquals(
                "net_pcap3,rx_pcap=/a,rx_pcap=/b,infinite_rx=1",
                two.vdev().devargs(two, 3, List.of(Path.of("/a"), Path.of("/b"))));
        ForwardCase six = ForwardCase.of(Vdev.NULL, 1, false, true, Size.B64);
        assertEquals("net_null0,size=62", six.vdev().devargs(six, 0, List.of()));
    }
}
