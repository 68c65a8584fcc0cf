package io.braid.perf.tasks;

import io.braid.dataplane.control.AttachRequest;
import io.braid.dataplane.control.AttachResult;
import io.braid.perf.lab.Family;
import io.braid.perf.lab.Netns;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** From the request to attach a task to the arrival of its first packet at the storage. */
final class AttachPart {
    private static final int TASK = 2;
    private static final Duration LIMIT = Duration.ofSeconds(20);
    private static final double TAP_TARGET = 300;
    private static final double VHOST_TARGET = 100;

    private final Scene scene;
    private final Netns netns;

    private AttachPart(Scene scene) {
        this.scene = scene;
        this.netns = scene.plan().task(TASK);
    }

    static void run(Scene scene, Findings findings, int repetitions) throws InterruptedException {
        var part = new AttachPart(scene);
        findings.say("from attach to the first packet ...");
        List<Double> tap = new ArrayList<>();
        List<Double> vhost = new ArrayList<>();
        for (int n = 0; n < repetitions; n++) {
            tap.add(part.tap());
        }
        findings.addMedian("attach_tap", "tap: attach -> first packet at the storage", tap, TAP_TARGET);
        // What it gets, which is the same each time.
        AttachResult port = scene.attach(TASK, AttachRequest.KIND_VHOST_USER);
        scene.detach(TASK);
        for (int n = 0; n < repetitions; n++) {
            vhost.add(part.vhostUser(port));
        }
        findings.addMedian(
                "attach_vhost_user",
                "vhost-user, testpmd waits on its socket and sets up its ports then: attach -> first packet",
                vhost,
                VHOST_TARGET);
    }

    private double tap() throws InterruptedException {
        String grant = scene.grant(TASK);
        try (var packets =
                new FirstPacket(netns, scene.plan().storage(), scene.plan().storageAddress(Family.V4))) {
            long asked = System.nanoTime();
            scene.attach(TASK, AttachRequest.KIND_TAP, grant);
            return (packets.await(LIMIT) - asked) / 1e6;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            scene.detach(TASK);
        }
    }

    /** The application is started first, in a directory that is made for it, as one does whose container starts before it is attached. */
    private double vhostUser(AttachResult port) throws InterruptedException {
        String grant = scene.grant(TASK);
        try (var packets = new FirstPacket(
                        netns, scene.plan().storage(), scene.plan().storageAddress(Family.V4));
                var application = new DpdkSender(scene.lab(), TASK, port, FirstPacket.PORT)) {
            long asked = System.nanoTime();
            scene.attach(TASK, AttachRequest.KIND_VHOST_USER, grant);
            double millis = (packets.await(LIMIT) - asked) / 1e6;
            application.stop();
            scene.detach(TASK);
            return millis;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
