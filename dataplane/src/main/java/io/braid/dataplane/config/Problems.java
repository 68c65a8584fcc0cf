package io.braid.dataplane.config;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Collects the errors of one file, so that an operator sees all of them at once. */
final class Problems {
    /** More than anyone reads; bounds the memory that a hostile file can claim. */
    private static final int LIMIT = 1000;

    private final String file;
    private final List<ConfigProblem> problems = new ArrayList<>();

    Problems(String file) {
        this.file = file;
    }

    void add(Position position, String path, String message) {
        if (problems.size() < LIMIT) {
            problems.add(new ConfigProblem(file, position.line(), position.column(), path, message));
        } else if (problems.size() == LIMIT) {
            problems.add(new ConfigProblem(
                    file, Integer.MAX_VALUE, 1, "", "more than " + LIMIT + " errors; the others are not shown"));
        }
    }

    boolean isEmpty() {
        return problems.isEmpty();
    }

    /** All errors so far, in the order of the file. */
    ConfigException toException() {
        var sorted = new ArrayList<>(problems);
        sorted.sort(Comparator.comparingInt(ConfigProblem::line).thenComparingInt(ConfigProblem::column));
        if (sorted.getLast().line() == Integer.MAX_VALUE) {
            sorted.add(new ConfigProblem(file, 0, 0, "", sorted.removeLast().message()));
        }
        return new ConfigException(sorted);
    }
}
