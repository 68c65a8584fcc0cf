package io.braid.perf.forward;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.braid.perf.forward.ForwardFigures.Quiet;
import io.braid.perf.forward.ForwardFigures.Round;
import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.Test;

class ForwardFiguresTest {
    private static final ForwardCase CASE = ForwardCase.of(false, true, ForwardCase.Size.B64, 1024);

    @Test
    void ratiosAreMediansOfTheRoundsRatios() {
        var figures = new ForwardFigures(
                CASE,
                List.of(
                        new Round(10e6, 20e6, 25e6, 10e6, 5e6),
                        new Round(12e6, 20e6, 25e6, 15e6, 10e6),
                        new Round(9e6, 18e6, 25e6, 10e6, 10e6)),
                new Quiet(0, 0, 3, 4_500, 9_000),
                new PacketCosts(false));
        ObjectNode json = new ObjectMapper().createObjectNode();
        figures.write(json);
        assertEquals("egress-v6-64B-1024", json.path("name").asText());
        assertEquals(10, json.path("braid_mpps").asDouble(), 1e-9);
        assertEquals(10, json.path("testpmd_macswap_mpps").asDouble(), 1e-9);
        assertEquals(10, json.path("testpmd_5tswap_mpps").asDouble(), 1e-9);
        assertEquals(0.9, json.path("ratio_macswap").asDouble(), 1e-9);
        assertEquals(0.8, json.path("ratio_macswap_min").asDouble(), 1e-9);
        assertEquals(1.2, json.path("ratio_5tswap").asDouble(), 1e-9);
        assertEquals(2, json.path("ratio_5tswap_max").asDouble(), 1e-9);
        assertEquals(50, json.path("ns_over_io").asDouble(), 1e-9);
        assertEquals(3, json.path("not_sent").asLong());
        assertEquals(4.5, json.path("longest_turn_us").asDouble(), 1e-9);
        assertEquals(9, json.path("machine_gap_us").asDouble(), 1e-9);
    }

    @Test
    void theTableIsNoWiderThanATerminal() {
        var round = new Round(12.34e6, 20e6, 25e6, 15e6, 10e6);
        String row = new ForwardFigures(CASE, List.of(round), new Quiet(0, 0, 0, 0, 0), new PacketCosts(false)).text();
        String head = ForwardFigures.head();
        assertTrue(row.length() <= 110, row);
        head.lines().forEach(line -> assertEquals(row.length(), line.length(), head + "\n" + row));
    }

    @Test
    void everyCaseHasANameOfItsOwnAndTheFastOnesAreAmongAll() {
        List<ForwardCase> all = ForwardCase.all(false);
        assertEquals(
                all.size(), new HashSet<>(all.stream().map(ForwardCase::name).toList()).size());
        assertTrue(all.containsAll(ForwardCase.all(true)));
    }

    @Test
    void theMixIsSevenFourOne() {
        int bytes = 0;
        for (int n = 0; n < 12; n++) {
            bytes += ForwardCase.Size.IMIX.bytes(n) + 4;
        }
        assertEquals(7 * 64 + 4 * 594 + 1518, bytes);
    }
}
