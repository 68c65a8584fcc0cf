package io.braid.perf.tasks;

import io.braid.perf.lab.Lab;
import io.braid.perf.lab.LabException;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** Runs the parts that were asked for, those that can share a lab in one. */
final class TasksRun {
    private static final int TASKS = 4;

    private final TasksOptions options;
    private final Findings findings;

    TasksRun(TasksOptions options, Findings findings) {
        this.options = options;
        this.findings = findings;
    }

    void run() throws InterruptedException {
        Set<Part> parts = EnumSet.noneOf(Part.class);
        parts.addAll(options.parts());
        Set<Part> inScene = EnumSet.of(Part.HOSTILE, Part.WITHDRAWAL, Part.ATTACH, Part.RESTART, Part.CONFLICT);
        inScene.retainAll(parts);
        if (!inScene.isEmpty()) {
            scene(inScene);
        }
        if (parts.contains(Part.THROUGHPUT) || parts.contains(Part.IDLE)) {
            speed(parts);
        }
    }

    private void speed(Set<Part> parts) throws InterruptedException {
        Lab lab;
        try (SpeedLab speed = SpeedLab.create()) {
            lab = speed.lab();
            if (parts.contains(Part.THROUGHPUT)) {
                SpeedPart.throughput(speed, findings, options);
            }
            if (parts.contains(Part.IDLE)) {
                SpeedPart.idle(speed, findings, options);
            }
        }
        requireNothingLeft(lab);
    }

    private void scene(Set<Part> parts) throws InterruptedException {
        Lab lab;
        try (Scene scene = Scene.start(TASKS)) {
            for (Part part : parts) {
                switch (part) {
                    case HOSTILE -> HostilePart.run(scene, findings);
                    case WITHDRAWAL -> WithdrawalPart.run(scene, findings, options.repetitions());
                    case ATTACH -> AttachPart.run(scene, findings, options.repetitions());
                    case RESTART -> RestartPart.run(scene, findings, options.repetitions());
                    case CONFLICT -> ConflictPart.run(scene, findings);
                    default -> throw new IllegalStateException(part + " has a lab of its own");
                }
            }
            lab = scene.lab();
        }
        requireNothingLeft(lab);
    }

    private static void requireNothingLeft(Lab lab) throws InterruptedException {
        List<String> leftovers = lab.leftovers();
        if (!leftovers.isEmpty()) {
            throw new LabException("left behind: " + leftovers);
        }
    }
}
