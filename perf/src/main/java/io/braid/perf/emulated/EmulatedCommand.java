package io.braid.perf.emulated;

import io.braid.perf.lab.LabException;
import io.braid.perf.lab.LabSweep;
import io.braid.perf.report.OutputFile;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code braid lab emulated}: tries Braid on a two-socket host that QEMU emulates. */
@Command(
        name = "emulated",
        description =
                "Tries Braid on a two-socket host with four PCI NICs that QEMU emulates: topology and plan, where threads and memory are, "
                        + "RSS steering, NUMA-preferring egress, virtio-user over the kernel's vhost-net, and netkit to compare. "
                        + "Needs root and 5 GiB of memory; takes about four minutes, the first time two more for the guest's disk.",
        sortOptions = false)
public final class EmulatedCommand implements Callable<Integer> {
    private static final int TRIES = 2;
    private static final Duration SHELL_LIMIT = Duration.ofMinutes(5);

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Option(names = "--json", paramLabel = "FILE", description = "write the checks there")
    private @Nullable Path json;

    @Option(names = "--rebuild", description = "build the guest's disk anew")
    private boolean rebuild;

    @Option(
            names = "--keep",
            description = "afterwards run each line of standard input as a script in the guest, until it ends")
    private boolean keep;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "show this text and end")
    @SuppressWarnings("UnusedVariable") // read by picocli
    private boolean help;

    private final long start = System.nanoTime();
    private volatile boolean ending;

    @Override
    public Integer call() throws InterruptedException {
        if (json != null && !OutputFile.isWritable(json)) {
            return tell(OutputFile.refusal(json), 2);
        }
        if (!"root".equals(System.getProperty("user.name"))) {
            return tell("makes network namespaces and a disk image, and needs root: sudo ./braid lab emulated", 2);
        }
        LabSweep.sweep().forEach(name -> out().println("removed " + name + ", left by a lab that was killed"));
        try {
            Path java = Path.of(System.getProperty("java.home"));
            GuestImage image = new ImageBuilder(GuestImage.cache(System.getenv()), java, this::say).image(rebuild);
            for (int attempt = 1; ; attempt++) {
                try {
                    return attempt(image);
                } catch (LabException | GuestException e) {
                    // Ctrl-C ends the JVM and takes the guest away; that steps then fail is no news.
                    if (attempt == TRIES || ending) {
                        throw e;
                    }
                    say("the guest failed and is tried once more: " + e.getMessage());
                }
            }
        } catch (LabException | GuestException e) {
            return tell(String.valueOf(e.getMessage()), 1);
        }
    }

    /**
     * One guest, from its start to its end.
     *
     * @throws LabException when it failed, and not what it was to try; also {@link GuestException}
     */
    private int attempt(GuestImage image) throws InterruptedException {
        say("booting the guest");
        Runtime.getRuntime().addShutdownHook(new Thread(() -> ending = true, "emulated-ending"));
        try (Guest guest = Guest.boot(image, EmulatedRun.TASKS)) {
            EmulatedResult result = new EmulatedRun(guest, this::say).run();
            int code = report(result);
            if (keep) {
                shell(guest);
            }
            return code;
        }
    }

    private int report(EmulatedResult result) {
        out().println();
        out().print(EmulatedTable.of(result));
        out().flush();
        if (json != null) {
            try {
                Files.writeString(json, EmulatedJson.of(result));
                out().println("checks written to " + json);
            } catch (IOException e) {
                return tell("cannot write " + e.getMessage(), 1);
            }
        }
        return result.ok() ? 0 : 1;
    }

    private void shell(Guest guest) throws InterruptedException {
        out().println("each line is now run in the guest, with the functions of guest.sh; the end of input ends it");
        try (var in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                out().print(guest.agent().execute(line, SHELL_LIMIT).out());
                out().flush();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void say(String what) {
        out().printf(Locale.ROOT, "[%5.1f s] %s%n", (System.nanoTime() - start) / 1e9, what);
        out().flush();
    }

    private PrintWriter out() {
        return spec.commandLine().getOut();
    }

    private int tell(String message, int code) {
        spec.commandLine().getErr().println("braid lab emulated: " + message);
        return code;
    }
}
