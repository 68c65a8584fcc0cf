package io.braid.perf;

import io.braid.perf.bench.PerfCommand;
import io.braid.perf.bgp.LabBgpCommand;
import io.braid.perf.dashboard.LabDashboardCommand;
import io.braid.perf.demo.DemoCommand;
import io.braid.perf.emulated.EmulatedCommand;
import io.braid.perf.evaluate.EvaluateCommand;
import io.braid.perf.lab.LabCommand;
import io.braid.perf.operate.LabOperateCommand;
import io.braid.perf.tasks.LabTasksCommand;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import picocli.CommandLine;

/**
 * What the launcher starts: the commands that measure are here, all others are the dataplane's.
 *
 * <p>Exit codes: 0 done, 1 failed, 2 wrong usage or configuration.
 */
public final class Main {
    private Main() {}

    /**
     * Runs one command and ends the JVM with its exit code.
     *
     * @param args the command line after {@code braid}
     */
    public static void main(String[] args) {
        var out = new PrintWriter(System.out, true, StandardCharsets.UTF_8);
        var err = new PrintWriter(System.err, true, StandardCharsets.UTF_8);
        int code = run(args, out, err);
        out.flush();
        err.flush();
        System.exit(code);
    }

    static int run(String[] args, PrintWriter out, PrintWriter err) {
        String command = args.length == 0 ? "" : args[0];
        return switch (command) {
            case "demo" -> execute(new CommandLine(new DemoCommand()), args, out, err);
            case "lab" -> execute(lab(), args, out, err);
            case "perf" -> execute(PerfCommand.commandLine(), args, out, err);
            default -> io.braid.dataplane.cli.Main.run(args, out, err);
        };
    }

    /** Put together here: measurements know the lab, and the lab none of them. */
    private static CommandLine lab() {
        return new CommandLine(new LabCommand())
                .addSubcommand(new LabBgpCommand())
                .addSubcommand(new LabTasksCommand())
                .addSubcommand(new EvaluateCommand())
                .addSubcommand(new LabOperateCommand())
                .addSubcommand(new LabDashboardCommand())
                .addSubcommand(new EmulatedCommand());
    }

    private static int execute(CommandLine command, String[] args, PrintWriter out, PrintWriter err) {
        return command.setOut(out).setErr(err).execute(Arrays.copyOfRange(args, 1, args.length));
    }
}
