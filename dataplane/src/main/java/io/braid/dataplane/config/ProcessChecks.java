package io.braid.dataplane.config;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Checks the options of the process itself: DPDK's arguments and the control socket. */
final class ProcessChecks {
    /** {@code sun_path} in {@code sys/un.h} has 108 bytes, the last of which is zero. */
    private static final int SOCKET_PATH_BYTES = 107;

    /** What Braid passes to the EAL, or what would end the process or fork its memory away. */
    private static final List<String> OWN_LONG =
            List.of("lcores", "in-memory", "no-huge", "file-prefix", "proc-type", "socket-mem", "huge-dir", "help");

    private static final String OWN_SHORT = "clmh";
    /** EAL's short options that take a value; the rest of the word is that value. */
    private static final String SHORT_WITH_VALUE = "abcdlmnrsS";

    private final Bound bound;
    private final Problems problems;

    ProcessChecks(Bound bound, Problems problems) {
        this.bound = bound;
        this.problems = problems;
    }

    void run() {
        for (var argument : bound.list("dpdk.extra-args", String.class)) {
            ownOption(argument.value())
                    .ifPresent(option -> problems.add(
                            bound.position(argument.path()),
                            argument.path(),
                            "expected an EAL argument that Braid does not set itself, found " + option));
        }
        pair("web.certificate", "web.key");
        pair("web.key", "web.certificate");
        bound.find("control.socket", Path.class).ifPresent(socket -> {
            int bytes = socket.value().toString().getBytes(StandardCharsets.UTF_8).length;
            if (bytes > SOCKET_PATH_BYTES) {
                problems.add(
                        bound.position(socket.path()),
                        socket.path(),
                        "expected a path of at most " + SOCKET_PATH_BYTES + " bytes, found " + bytes);
            }
        });
    }

    private void pair(String option, String other) {
        bound.find(option, Path.class).ifPresent(found -> {
            if (bound.find(other, Path.class).isEmpty()) {
                problems.add(
                        bound.position(found.path()), found.path(), "expected " + other + " beside it, found none");
            }
        });
    }

    /** The option of Braid's own that a word is or abbreviates, as {@code getopt_long(3)} reads it. */
    private static Optional<String> ownOption(String word) {
        if (word.equals("--")) {
            return Optional.of("-- (it ends the EAL's arguments)");
        }
        if (word.startsWith("--")) {
            int equals = word.indexOf('=');
            String name = word.substring(2, equals < 0 ? word.length() : equals);
            return OWN_LONG.stream()
                    .filter(own -> own.startsWith(name))
                    .findFirst()
                    .map(own -> "--" + own);
        }
        if (word.startsWith("-")) {
            for (int i = 1; i < word.length(); i++) {
                char option = word.charAt(i);
                if (OWN_SHORT.indexOf(option) >= 0) {
                    return Optional.of("-" + option);
                }
                if (SHORT_WITH_VALUE.indexOf(option) >= 0) {
                    break;
                }
            }
        }
        return Optional.empty();
    }
}
