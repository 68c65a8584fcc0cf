package io.braid.perf.bgp;

import io.braid.perf.lab.UplinkFaults;
import io.braid.perf.lab.UplinkFaults.Kind;
import java.util.ArrayList;
import java.util.List;

/** Uplinks that lose carrier or fall silent, one after the other, and come back. */
final class Failures {
    /** Long enough for attempts to connect again to have failed and to be spaced out, as after a real failure. */
    private static final int DOWN_MILLIS = 2500;

    private final Stage stage;
    private final List<Double> losses = new ArrayList<>();
    private final List<Double> returns = new ArrayList<>();

    private Failures(Stage stage) {
        this.stage = stage;
    }

    /** Breaks uplinks {@code times} times, the kinds in turn. */
    static Failures run(Stage stage, UplinkFaults faults, List<Kind> kinds, int times) throws InterruptedException {
        var failures = new Failures(stage);
        for (int n = 0; n < times; n++) {
            failures.once(
                    faults, kinds.get(n % kinds.size()), (n + 1) % stage.plan().uplinks());
        }
        return failures;
    }

    private void once(UplinkFaults faults, Kind kind, int uplink) throws InterruptedException {
        int uplinks = stage.plan().uplinks();
        stage.settle();
        long broken = System.nanoTime();
        faults.inflict(kind, uplink);
        losses.add(stage.until(uplinks - 1, broken));
        Thread.sleep(DOWN_MILLIS);
        long mended = System.nanoTime();
        faults.mend(kind, uplink);
        returns.add(stage.until(uplinks, mended));
    }

    List<Double> losses() {
        return losses;
    }

    List<Double> returns() {
        return returns;
    }
}
