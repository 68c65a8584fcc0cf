package io.braid.perf.bgp;

import io.braid.perf.lab.OwnerProcess;
import java.util.ArrayList;
import java.util.List;

/** A task's route coming and going: by attach and detach, by lease and the death of its holder, by an operator's hand. */
final class Announcements {
    private final Stage stage;
    private final List<Double> attach = new ArrayList<>();
    private final List<Double> detach = new ArrayList<>();
    private final List<Double> announce = new ArrayList<>();
    private final List<Double> withdraw = new ArrayList<>();
    private final List<Double> ownerKilled = new ArrayList<>();

    private Announcements(Stage stage) {
        this.stage = stage;
    }

    /** Ends with the task attached and announced. */
    static Announcements run(Stage stage, BgpOptions options) throws InterruptedException {
        var all = new Announcements(stage);
        stage.settle();
        for (int n = 0; n < options.announcements(); n++) {
            all.byHand();
        }
        for (int n = 0; n < options.kills(); n++) {
            all.owner(n);
        }
        for (int n = 0; n < options.kills(); n++) {
            all.reattach();
        }
        return all;
    }

    private void byHand() throws InterruptedException {
        long asked = System.nanoTime();
        stage.braid().client().announced(stage.task(), false);
        withdraw.add(stage.until(0, asked));
        long again = System.nanoTime();
        stage.braid().client().announced(stage.task(), true);
        announce.add(stage.until(stage.plan().uplinks(), again));
    }

    private void owner(int number) throws InterruptedException {
        int uplinks = stage.plan().uplinks();
        try (var first = new OwnerProcess(stage.lab(), stage.braid().socket(), stage.task(), 2 * number);
                var second = new OwnerProcess(stage.lab(), stage.braid().socket(), stage.task(), 2 * number + 1)) {
            // The lease that the attach gave is the first owner's from now on.
            first.take();
            first.awaitHeld();
            stage.until(uplinks, 0);
            long killed = System.nanoTime();
            first.kill();
            ownerKilled.add(stage.until(0, killed));
            long asked = System.nanoTime();
            second.take();
            announce.add(stage.until(uplinks, asked));
        }
        // The second owner's end, too, took the route away.
        stage.until(0, 0);
        stage.braid().client().announced(stage.task(), true);
        stage.until(uplinks, 0);
    }

    private void reattach() throws InterruptedException {
        long asked = System.nanoTime();
        stage.detach();
        detach.add(stage.until(0, asked));
        long again = System.nanoTime();
        stage.attach();
        attach.add(stage.until(stage.plan().uplinks(), again));
    }

    List<Double> attach() {
        return attach;
    }

    List<Double> detach() {
        return detach;
    }

    List<Double> announce() {
        return announce;
    }

    List<Double> withdraw() {
        return withdraw;
    }

    List<Double> ownerKilled() {
        return ownerKilled;
    }
}
