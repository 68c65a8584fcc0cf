package io.braid.perf.lab;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * How to start {@code braid} from here: by the launcher if this JVM was started by it, else this JVM's own {@code java} and
 * class path, as in a test.
 */
public final class BraidCommand {
    /** Set by the launcher to its own path. */
    public static final String LAUNCHER_PROPERTY = "braid.launcher";

    private static final String MAIN = "io.braid.perf.Main";

    private BraidCommand() {}

    public static List<String> with(String... arguments) {
        List<String> command = new ArrayList<>();
        String launcher = System.getProperty(LAUNCHER_PROPERTY);
        if (launcher != null) {
            command.add(launcher);
        } else {
            command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
            command.addAll(List.of("--enable-native-access=ALL-UNNAMED", "-XX:+UseSerialGC", "-Xmx128m"));
            command.addAll(List.of("-cp", System.getProperty("java.class.path"), MAIN));
        }
        command.addAll(List.of(arguments));
        return command;
    }
}
