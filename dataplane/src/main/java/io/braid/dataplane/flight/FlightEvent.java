package io.braid.dataplane.flight;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Enabled;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;

/** What Braid tells the flight recorder. Any thread but workers; costs next to nothing while nothing records. */
@SuppressWarnings("UnusedVariable") // fields are read by the recorder
public final class FlightEvent {
    private FlightEvent() {}

    /** The process came to another phase of its life. */
    @Name("braid.Lifecycle")
    @Label("Life-cycle")
    @Category("Braid")
    @Description("The process starts, is ready, or stops")
    @StackTrace(false)
    @Enabled
    private static final class Lifecycle extends Event {
        @Label("Phase")
        private final String phase;

        Lifecycle(String phase) {
            this.phase = phase;
        }
    }

    /** The configuration was read again. */
    @Name("braid.Reload")
    @Label("Reload")
    @Category("Braid")
    @Description("The configuration was read again")
    @StackTrace(false)
    @Enabled
    private static final class Reload extends Event {
        @Label("Outcome")
        private final String outcome;

        @Label("Options that differ")
        private final String options;

        @Label("Time taken")
        @Timespan(Timespan.MICROSECONDS)
        private final long time;

        Reload(String outcome, String options, long time) {
            this.outcome = outcome;
            this.options = options;
            this.time = time;
        }
    }

    /** A task came or went. */
    @Name("braid.Task")
    @Label("Task")
    @Category("Braid")
    @Description("A task was attached or detached")
    @StackTrace(false)
    @Enabled
    private static final class Task extends Event {
        @Label("Task")
        private final String task;

        @Label("Attached")
        private final boolean attached;

        Task(String task, boolean attached) {
            this.task = task;
            this.attached = attached;
        }
    }

    /** A path can be used, or cannot any more. */
    @Name("braid.Path")
    @Label("Path")
    @Category("Braid")
    @Description("An uplink became usable, or is not any more")
    @StackTrace(false)
    @Enabled
    private static final class Path extends Event {
        @Label("Uplink")
        private final String uplink;

        @Label("Usable")
        private final boolean usable;

        @Label("Why not")
        private final String reason;

        Path(String uplink, boolean usable, String reason) {
            this.uplink = uplink;
            this.usable = usable;
            this.reason = reason;
        }
    }

    /** A session with a switch changed its state. */
    @Name("braid.Session")
    @Label("Session")
    @Category("Braid")
    @Description("A BGP or BFD session with a switch changed its state")
    @StackTrace(false)
    @Enabled
    private static final class Session extends Event {
        @Label("Protocol")
        private final String protocol;

        @Label("Peer")
        private final String peer;

        @Label("State")
        private final String state;

        Session(String protocol, String peer, String state) {
            this.protocol = protocol;
            this.peer = peer;
            this.state = state;
        }
    }

    /** A worker's turn took too long. */
    @Name("braid.Stall")
    @Label("Stall")
    @Category("Braid")
    @Description("Turns of a worker's loop took longer than workers.stall: its queues were not polled meanwhile")
    @StackTrace(false)
    @Enabled
    private static final class Stall extends Event {
        @Label("Worker")
        private final String worker;

        @Label("Turns since the event before")
        private final long turns;

        @Label("Longest turn of late")
        @Timespan(Timespan.NANOSECONDS)
        private final long longest;

        Stall(String worker, long turns, long longest) {
            this.worker = worker;
            this.turns = turns;
            this.longest = longest;
        }
    }

    /**
     * The process came to another phase of its life.
     *
     * @param phase {@code start}, {@code ready} or {@code stop}
     */
    public static void lifecycle(String phase) {
        new Lifecycle(phase).commit();
    }

    /**
     * The configuration was read again.
     *
     * @param outcome a word of the reload report
     * @param options those that differ, separated by commas
     */
    public static void reload(String outcome, String options, long micros) {
        new Reload(outcome, options, micros).commit();
    }

    /** A task was attached, or detached. */
    public static void task(String task, boolean attached) {
        new Task(task, attached).commit();
    }

    /**
     * A path can be used, or cannot any more.
     *
     * @param reason why it cannot be used, empty if it can
     */
    public static void path(String uplink, boolean usable, String reason) {
        new Path(uplink, usable, reason).commit();
    }

    /**
     * A session with a switch changed its state.
     *
     * @param protocol {@code BGP} or {@code BFD}
     * @param peer the switch's address
     * @param state in a word
     */
    public static void session(String protocol, String peer, String state) {
        new Session(protocol, peer, state).commit();
    }

    /**
     * A worker's turns took too long.
     *
     * @param turns how many turns took too long since the event before
     * @param longestNanos the longest of late
     */
    public static void stall(String worker, long turns, long longestNanos) {
        new Stall(worker, turns, longestNanos).commit();
    }
}
