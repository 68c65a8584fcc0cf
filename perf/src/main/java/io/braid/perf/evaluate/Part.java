package io.braid.perf.evaluate;

import java.util.Locale;

/** A row of the evaluation, by the name that it has on the command line. */
enum Part {
    /** Everything that four NICs carry. */
    STRESS("four NICs under load"),
    /** A sharded checkpoint is loaded. */
    CHECKPOINT("loading a checkpoint"),
    /** Small reads beside a large upload. */
    JOB_READ("a job's reads during an upload"),
    /** A spare task follows a job's checkpoints. */
    HOT_SPARING("a standby follows checkpoints"),
    /** All nodes connect at once. */
    START_STORM("a job starts"),
    /** A link fails, a NIC is drained. */
    FAILURE("failure and maintenance"),
    /** Few flows that are large. */
    ELEPHANTS("few fat flows");

    private final String title;

    Part(String title) {
        this.title = title;
    }

    /** In words. */
    String title() {
        return title;
    }

    /** A new one, to be run once. */
    Row row() {
        return switch (this) {
            case STRESS -> new StressRow();
            case CHECKPOINT -> new CheckpointRow();
            case JOB_READ -> new JobReadRow();
            case HOT_SPARING -> new HotSparingRow();
            case START_STORM -> new StartStormRow();
            case FAILURE -> new FailureRow();
            case ELEPHANTS -> new ElephantsRow();
        };
    }

    /** As on the command line. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
