package io.braid.perf.bgp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.braid.perf.lab.BraidHost;
import io.braid.perf.lab.Family;
import io.braid.perf.lab.Lab;
import io.braid.perf.lab.LabPlan;
import io.braid.perf.lab.RouteLog;
import io.braid.perf.lab.Routing;
import io.braid.perf.lab.StreamCount;
import io.braid.perf.report.Series;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import picocli.CommandLine;

/** Task IPs announced to FRR, from end to end: Braid, its sessions, the switch's kernel, the spine behind it. */
@Timeout(value = 180, unit = TimeUnit.SECONDS)
class BgpLabIT {
    /** The machine may be busy; what the times really are is the command's to say. */
    private static final int SLACK = 5;

    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final int DRAIN_TRIES = 3;

    @BeforeAll
    static void needsRoot() {
        assumeTrue("root".equals(System.getProperty("user.name")), "network namespaces need root");
    }

    private static Lab lab() throws InterruptedException {
        return Lab.create(new LabPlan(Lab.newTag(), 4, 1, Lab.DEFAULT_RATE, 1500), Routing.BGP);
    }

    @Test
    void everythingIsMeasuredNothingLeaksAndNothingIsLeft() throws Exception {
        List<String> said = new ArrayList<>();
        BgpFigures figures;
        Lab lab = lab();
        try (lab) {
            figures = new BgpMeasurement(lab, new BgpOptions(2, 1, 2, 1), said::add).run();
        }
        assertEquals(List.of(), lab.leftovers());
        assertEquals(List.of(), figures.leaked(), "the spine saw routes to tasks");
        for (Series series : figures.series()) {
            assertTrue(series.runs().stream().allMatch(millis -> millis > 0), series.toString());
            if (series.hasTarget()) {
                assertTrue(series.worst() <= SLACK * series.target(), series + "\n" + said);
            }
        }
        assertTrue(
                figures.drains().in().sent() > 5_000 && figures.drains().out().sent() > 5_000, figures.toString());
        assertTrue(figures.peer().startsWith("FRR "), figures.peer());
        assertTrue(said.size() > 10, said.toString());
    }

    @Test
    void theSwitchSpreadsBothFamiliesOverWhatIsInServiceAndDrainsLoseNothing() throws Exception {
        try (Lab lab = lab();
                var routes = new RouteLog(lab.plan().tor());
                var braid = new BraidHost(lab)) {
            var stage = new Stage(lab, braid, routes, LIMIT);
            braid.start();
            stage.attach();
            stage.settle();
            assertNextHops(lab.plan(), 4);
            lab.rackSwitch().linkDown(2);
            stage.until(3, 0);
            assertNextHops(lab.plan(), 3);
            lab.rackSwitch().linkUp(2);
            stage.settle();
            assertNextHops(lab.plan(), 4);

            // A machine that does not run the worker for a quarter of a second loses packets whatever Braid does.
            List<StreamCount> tries = new ArrayList<>();
            do {
                Drains drains = Drains.run(stage, 1);
                tries.add(StreamCount.sum(List.of(drains.in(), drains.out())));
            } while (tries.getLast().lost() > 0 && tries.size() < DRAIN_TRIES);
            assertEquals(0, tries.getLast().lost(), tries.toString());

            stage.settle();
            stage.detach();
            stage.until(0, 0);
            assertNextHops(lab.plan(), 0);
            assertEquals(List.of(), lab.spine().leaked());

            stage.attach();
            stage.settle();
            assertEquals(0, braid.stop(), braid.tail());
            stage.until(0, 0);
            braid.start(); // and the task is attached again
            stage.settle();
            assertNextHops(lab.plan(), 4);
        }
    }

    /** By what {@code ip} says, which shares no code with what is tested. */
    private static void assertNextHops(LabPlan plan, int wanted) throws InterruptedException {
        for (Family family : Family.values()) {
            String address = plan.taskAddress(1, family);
            String said = plan.tor().run("ip", family == Family.V4 ? "-4" : "-6", "route", "show", address);
            long found =
                    said.lines().filter(line -> line.contains("nexthop via")).count();
            assertEquals(wanted, found, address + ": " + said);
        }
    }

    @Test
    void wrongUsageIsRefusedBeforeAnythingIsBuilt() {
        assertEquals(2, run("--json", "/nonexistent/bgp.json"));
        assertEquals(2, run("--nonsense"));
        assertEquals(0, run("--help"));
    }

    private static int run(String... arguments) {
        return new CommandLine(new LabBgpCommand())
                .setOut(new PrintWriter(new StringWriter()))
                .setErr(new PrintWriter(new StringWriter()))
                .execute(arguments);
    }
}
