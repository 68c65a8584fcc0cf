package io.braid.dataplane.check;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Whether the process may open NICs, make taps and enter namespaces ({@code capabilities(7)}). */
final class PrivilegeCheck {
    private static final String SUBJECT = "privileges";

    /** Bit numbers of {@code linux/capability.h}. */
    private static final Map<Integer, String> NEEDED =
            new TreeMap<>(Map.of(12, "CAP_NET_ADMIN", 13, "CAP_NET_RAW", 21, "CAP_SYS_ADMIN"));

    private static final int CAP_IPC_LOCK = 14;

    private PrivilegeCheck() {}

    static List<Finding> run(HostFiles files) {
        Optional<String> status = HostFiles.text(files.procfs().resolve("self/status"));
        Optional<Long> effective = status.flatMap(text -> text.lines()
                .filter(line -> line.startsWith("CapEff:"))
                .map(line -> Long.parseUnsignedLong(
                        line.substring("CapEff:".length()).strip(), 16))
                .findFirst());
        if (effective.isEmpty()) {
            return List.of(Finding.warn(SUBJECT, "the process's capabilities are not readable", "run braid as root"));
        }
        long bits = effective.get();
        List<String> missing = NEEDED.entrySet().stream()
                .filter(entry -> (bits >>> entry.getKey() & 1) == 0)
                .map(Map.Entry::getValue)
                .toList();
        var findings = new ArrayList<Finding>();
        if (missing.isEmpty()) {
            findings.add(Finding.ok(SUBJECT, String.join(", ", NEEDED.values()) + " are there"));
        } else {
            findings.add(Finding.fail(SUBJECT, String.join(", ", missing) + " missing", "run braid as root"));
        }
        if ((bits >>> CAP_IPC_LOCK & 1) == 0) {
            findings.add(Finding.warn(
                    SUBJECT, "CAP_IPC_LOCK is missing: memory for NICs cannot be locked", "run braid as root"));
        }
        return findings;
    }
}
