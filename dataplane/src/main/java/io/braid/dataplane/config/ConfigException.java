package io.braid.dataplane.config;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

/** Refuses a configuration file, with all of its errors in the order of the file. */
public final class ConfigException extends Exception {
    private static final long serialVersionUID = 1L;

    @SuppressWarnings("serial") // never serialized; immutable list of records
    private final List<ConfigProblem> problems;

    ConfigException(List<ConfigProblem> problems) {
        this.problems = List.copyOf(problems);
    }

    /** Refuses a file as a whole, for what it is. */
    public static ConfigException of(Path file, String message) {
        return new ConfigException(List.of(new ConfigProblem(file.toString(), 0, 0, "", message)));
    }

    /** All errors, one a line. */
    @Override
    public String getMessage() {
        return problems.stream().map(ConfigProblem::toString).collect(Collectors.joining("\n"));
    }

    /** All errors, at least one. */
    public List<ConfigProblem> problems() {
        return problems;
    }
}
