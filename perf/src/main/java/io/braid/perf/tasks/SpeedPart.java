package io.braid.perf.tasks;

import io.braid.dataplane.control.AttachResult;
import java.util.ArrayList;
import java.util.List;

/** Packets a second from a vhost-user task to an uplink and back: beside testpmd, and beside itself with many tasks that do nothing. */
final class SpeedPart {
    /** Two of Debian's 32 ports are the uplink's, one is the busy task's. */
    private static final int IDLE = 29;

    private static final double THROUGHPUT_TARGET = 0.9;
    private static final double IDLE_TARGET = 0.9;

    private SpeedPart() {}

    /** Braid and testpmd in turn. */
    static void throughput(SpeedLab speed, Findings findings, TasksOptions options) throws InterruptedException {
        findings.say("64-byte packets through Braid and through testpmd in turn ...");
        AttachResult port = speed.port();
        List<Double> braid = new ArrayList<>();
        List<Double> testpmd = new ArrayList<>();
        for (int round = 0; round < options.rounds(); round++) {
            braid.add(speed.braid(0, options.seconds()));
            testpmd.add(speed.testpmd(port, options.seconds()));
            findings.say(
                    "  Braid %.0f kpps, testpmd %.0f kpps".formatted(braid.getLast() / 1e3, testpmd.getLast() / 1e3));
        }
        findings.add(
                "throughput",
                "vhost-user to uplink and back on one core, Braid over testpmd",
                new Throughput("Braid", braid, "testpmd", testpmd, speed.cores()),
                THROUGHPUT_TARGET);
    }

    /** One task alone and with idle ones in turn. */
    static void idle(SpeedLab speed, Findings findings, TasksOptions options) throws InterruptedException {
        findings.say("one busy task alone and beside " + IDLE + " idle ones in turn ...");
        List<Double> beside = new ArrayList<>();
        List<Double> alone = new ArrayList<>();
        for (int round = 0; round < options.rounds(); round++) {
            beside.add(speed.braid(IDLE, options.seconds()));
            alone.add(speed.braid(0, options.seconds()));
        }
        findings.add(
                "idle_tasks",
                "throughput of one task beside " + IDLE
                        + " idle ones of kind tap, which is what 32 ports hold, over alone",
                new Throughput("beside idle ones", beside, "alone", alone, speed.cores()),
                IDLE_TARGET);
    }
}
