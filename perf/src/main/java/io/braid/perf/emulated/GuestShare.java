package io.braid.perf.emulated;

import io.braid.perf.lab.LabException;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The directory that the guest reads: the scripts, and the jars that this JVM runs from, so that what is tried is this build. */
final class GuestShare {
    /** Where {@code guest.sh} copies the jars to. */
    private static final String GUEST_LIBRARY = "/tmp/lib/";

    private static final String AOT_OPTION = "-XX:AOTCache=";

    private GuestShare() {}

    /**
     * Fills a directory.
     *
     * @throws LabException when this JVM does not run from jars
     */
    static void fill(Path share) {
        try {
            Files.createDirectories(share.resolve("lib"));
            List<String> jars = new ArrayList<>();
            for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
                jars.add(GUEST_LIBRARY + copyJar(Path.of(entry), share));
            }
            String cache = "";
            Optional<Path> used = startCache();
            if (used.isPresent()) {
                cache = copy(used.get(), share);
            }
            for (String script : Recipe.SHARED) {
                Files.writeString(share.resolve(script), Recipe.text(script));
            }
            Files.writeString(share.resolve("env"), environment(jars, cache));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The guest's class path, in this JVM's order, and the name of the start-up cache, which may be none. */
    static String environment(List<String> jars, String cache) {
        return "BRAID_CLASSPATH='" + String.join(":", jars) + "'\nBRAID_AOT='" + cache + "'\n";
    }

    private static String copyJar(Path jar, Path share) throws IOException {
        if (!Files.isRegularFile(jar)) {
            throw new LabException("the guest gets this JVM's jars, and " + jar
                    + " on its class path is none; start it as ./braid lab emulated");
        }
        return copy(jar, share);
    }

    private static String copy(Path file, Path share) throws IOException {
        Path name = file.getFileName();
        Files.copy(file, share.resolve("lib").resolve(name), StandardCopyOption.COPY_ATTRIBUTES);
        return name.toString();
    }

    /** What the launcher gave this JVM to start fast; the guest's JVM can use it, having the same files. */
    private static Optional<Path> startCache() {
        return ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(argument -> argument.startsWith(AOT_OPTION))
                .map(argument -> Path.of(argument.substring(AOT_OPTION.length())))
                .filter(Files::isRegularFile)
                .findFirst();
    }
}
