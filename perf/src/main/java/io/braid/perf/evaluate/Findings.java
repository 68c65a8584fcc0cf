package io.braid.perf.evaluate;

import io.braid.perf.evaluate.Figure.Better;
import io.braid.perf.report.Check;
import io.braid.perf.report.Narrator;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What a row has found so far. For one thread. */
final class Findings {
    /** How far a row came. */
    enum State {
        NOT_RUN,
        /** Was under way when the run was interrupted. */
        INTERRUPTED,
        /** Could not be measured, or something that must be so was not. */
        FAILED,
        MEASURED;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT).replace('_', ' ');
        }
    }

    private final Part part;
    private final Narrator narrator;
    private final List<Figure> figures = new ArrayList<>();
    private final List<Goal> goals = new ArrayList<>();
    private final List<Plot> plots = new ArrayList<>();
    private State state = State.NOT_RUN;
    private @Nullable String problem;

    Findings(Part part, Narrator narrator) {
        this.part = part;
        this.narrator = narrator;
    }

    /** Tells the person who waits. */
    void say(String what) {
        narrator.say("  %s", what);
    }

    /** Adds a figure that the reference's authors published something about. */
    void figure(String key, String what, String reference, double single, double braid, Unit unit, Better better) {
        var figure = new Figure(key, what, reference, single, braid, unit, better);
        figures.add(figure);
        narrator.say("  %s: %s, with Braid %s", what, unit.text(single), unit.text(braid));
    }

    /** Adds a figure that nothing was published about. */
    void figure(String key, String what, double single, double braid, Unit unit, Better better) {
        figure(key, what, "", single, braid, unit, better);
    }

    /** A figure to reach, which a busy machine may miss. */
    void goal(String name, boolean reached, String expected, String found) {
        goals.add(new Goal(new Check(name, reached, expected, found), false));
    }

    /** Something that must be so on any machine. */
    void must(String name, boolean ok, String expected, String found) {
        goals.add(new Goal(new Check(name, ok, expected, found), true));
    }

    /** Something that must not have happened. */
    void mustBeZero(String name, String what, long found) {
        must(name, found == 0, "0 " + what, Long.toString(found));
    }

    void plot(Plot plot) {
        plots.add(plot);
    }

    /** Says how it ended; a row whose musts are not all so has failed. */
    void end(State how, @Nullable String why) {
        boolean missed = goals.stream().anyMatch(Goal::missedMust);
        state = how == State.MEASURED && missed ? State.FAILED : how;
        problem = why == null && missed ? "not so: " + missedMusts() : why;
    }

    private String missedMusts() {
        return String.join(
                "; ",
                goals.stream()
                        .filter(Goal::missedMust)
                        .map(goal -> goal.check().expected() + " (found: "
                                + goal.check().found() + ")")
                        .toList());
    }

    Part part() {
        return part;
    }

    State state() {
        return state;
    }

    @Nullable
    String problem() {
        return problem;
    }

    List<Figure> figures() {
        return figures;
    }

    List<Goal> goals() {
        return goals;
    }

    List<Plot> plots() {
        return plots;
    }
}
