package io.braid.perf.tasks;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Attempts in the making; each has a name of its own. */
final class AttemptList {
    private final List<Attempt> attempts = new ArrayList<>();
    private final Set<String> names = new HashSet<>();

    void add(Attempt attempt) {
        if (!names.add(attempt.name())) {
            throw new IllegalArgumentException("two attempts are called " + attempt.name());
        }
        attempts.add(attempt);
    }

    void request(String name, Path socket, String request) {
        add(new Attempt.Request(name, socket, request));
    }

    List<Attempt> all() {
        return List.copyOf(attempts);
    }

    int size() {
        return attempts.size();
    }
}
