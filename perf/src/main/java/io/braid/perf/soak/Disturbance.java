package io.braid.perf.soak;

import io.braid.dataplane.control.AttachRequest;
import io.braid.dataplane.control.FlowQuery;
import io.braid.dataplane.control.ReloadReport;
import io.braid.perf.lab.BraidHost;
import io.braid.perf.lab.Family;
import io.braid.perf.lab.Lab;
import io.braid.perf.lab.LabException;
import io.braid.perf.lab.LabPlan;
import io.braid.perf.lab.Ping;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.Set;
import java.util.random.RandomGenerator;

/** Something that happens to a host in service, and is over when {@link #run} returns. */
enum Disturbance {
    /** A task comes, reaches the storage and goes, with either kind of device that needs no driver of its own in the task. */
    ATTACH_DETACH {
        @Override
        void run(Lab lab, BraidHost braid, RandomGenerator random) throws InterruptedException {
            LabPlan plan = lab.plan();
            int task = Soak.STAYING + 1 + random.nextInt(plan.tasks() - Soak.STAYING);
            braid.attach(task, random.nextBoolean() ? AttachRequest.KIND_TAP : AttachRequest.KIND_VETH, null);
            try {
                Family family = random.nextBoolean() ? Family.V4 : Family.V6;
                if (!Ping.until(plan.task(task), plan.storageAddress(family), LIMIT)) {
                    throw new LabException(plan.taskName(task) + " gets no answer from the storage over " + family);
                }
            } finally {
                braid.detach(task);
            }
        }
    },

    /** A link loses carrier for a second. */
    LINK_FAILURE {
        @Override
        void run(Lab lab, BraidHost braid, RandomGenerator random) throws InterruptedException {
            int uplink = random.nextInt(lab.plan().uplinks());
            lab.rackSwitch().linkDown(uplink);
            try {
                braid.awaitUplinks(LIMIT);
                Thread.sleep(OUTAGE);
            } finally {
                lab.rackSwitch().linkUp(uplink);
            }
            braid.awaitUplinks(LIMIT);
        }
    },

    /** A NIC is taken out of service and back. */
    DRAIN {
        @Override
        void run(Lab lab, BraidHost braid, RandomGenerator random) throws InterruptedException {
            String uplink = lab.plan().uplinkName(random.nextInt(lab.plan().uplinks()));
            braid.client().drained(uplink, true);
            try {
                Thread.sleep(OUTAGE);
            } finally {
                braid.client().drained(uplink, false);
            }
            braid.awaitUplinks(LIMIT);
        }
    },

    /** A task's announcement is held back and made again. */
    WITHDRAW {
        @Override
        void run(Lab lab, BraidHost braid, RandomGenerator random) throws InterruptedException {
            String task = lab.plan().taskName(Soak.STAYING);
            braid.client().announced(task, false);
            try {
                Thread.sleep(OUTAGE);
            } finally {
                braid.client().announced(task, true);
            }
        }
    },

    /** Live options are changed in the configuration file, which is read again, and changed back. */
    RELOAD {
        @Override
        void run(Lab lab, BraidHost braid, RandomGenerator random) throws InterruptedException {
            String original = read(braid.configuration());
            int seconds = LEAST_TIMEOUT_SECONDS + random.nextInt(MORE_TIMEOUT_SECONDS);
            try {
                reload(
                        braid,
                        original + "egress: {idle-timeout: " + seconds + "s, rebalance: false}\nnuma: {spill: 70}\n",
                        Set.of(ReloadReport.APPLIED));
                Thread.sleep(OUTAGE);
            } finally {
                // Unchanged after a reload that was refused, whose reason is to be told.
                reload(braid, original, Set.of(ReloadReport.APPLIED, ReloadReport.UNCHANGED));
            }
        }
    },

    /** Somebody looks. */
    LOOK {
        @Override
        void run(Lab lab, BraidHost braid, RandomGenerator random) {
            for (int n = 0; n < LOOKS; n++) {
                braid.status();
                braid.client().bgp();
                braid.client().queues();
                braid.client().flows(ANY);
            }
        }
    };

    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final Duration OUTAGE = Duration.ofSeconds(1);
    private static final int LOOKS = 20;
    /** Never the default, and longer than any flow of the load rests. */
    private static final int LEAST_TIMEOUT_SECONDS = 70;

    private static final int MORE_TIMEOUT_SECONDS = 600;
    private static final FlowQuery ANY =
            new FlowQuery(null, null, null, null, FlowQuery.Order.RATE, FlowQuery.DEFAULT_LIMIT);

    /** Does it and undoes it, also when it fails or is interrupted in between. */
    abstract void run(Lab lab, BraidHost braid, RandomGenerator random) throws InterruptedException;

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void reload(BraidHost braid, String configuration, Set<String> expected) {
        try {
            Files.writeString(braid.configuration(), configuration);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        ReloadReport report = braid.client().reload(null, false).value();
        if (!expected.contains(report.outcome())) {
            throw new LabException("a reload was " + report.outcome() + ": " + report);
        }
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
