package io.braid.dataplane.cli;

import io.braid.dataplane.control.AttachRequest;
import io.braid.dataplane.grant.Grant;
import io.braid.dataplane.grant.GrantIssuer;
import io.braid.dataplane.grant.KeyFileException;
import io.braid.dataplane.grant.KeyPairs;
import io.braid.dataplane.net.IpAddress;
import io.braid.dataplane.net.MalformedValueException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code braid grant make}: signs a grant, as a scheduler would. */
@Command(
        name = "make",
        mixinStandardHelpOptions = true,
        versionProvider = BraidCommand.BuiltVersion.class,
        description = "Sign a grant, as a scheduler would, and print it.",
        footer = {"", "Exit codes: 0 done, 2 wrong usage, or a key that is none."})
final class GrantMakeCommand implements Callable<Integer> {
    private static final Pattern LENGTH = Pattern.compile("([1-9][0-9]{0,6})([smhd])");
    private static final Pattern HOST = Pattern.compile("[A-Za-z0-9.-]{1,64}");
    private static final Pattern JOB = Pattern.compile("[\\x21-\\x7e]{1,128}");

    @Option(
            names = "--key",
            paramLabel = "FILE",
            required = true,
            description = "the private key: Ed25519, PKCS#8 in PEM (braid grant key, openssl genpkey)")
    @SuppressWarnings("NullAway.Init") // set by picocli, which requires it
    private Path key;

    @Option(names = "--task", paramLabel = "TASK", required = true, description = "the task's name")
    @SuppressWarnings("NullAway.Init") // set by picocli, which requires it
    private String task;

    @Option(
            names = "--host",
            paramLabel = "HOST",
            required = true,
            description = "the host's name, as its configuration has it (host:)")
    @SuppressWarnings("NullAway.Init") // set by picocli, which requires it
    private String host;

    @Option(
            names = "--ip",
            paramLabel = "ADDRESS",
            required = true,
            split = ",",
            description = "an address of the task, v4 or v6; several separated by commas, or with the option repeated")
    private List<String> ips = List.of();

    @Option(names = "--job", paramLabel = "JOB", description = "the job it belongs to, a label")
    private @Nullable String job;

    @Option(
            names = "--valid",
            paramLabel = "LENGTH",
            description = "how long it is good: a number and s, m, h or d (default: ${DEFAULT-VALUE})")
    private String valid = "1h";

    @Option(
            names = "--not-before",
            paramLabel = "TIME",
            description = "when it begins, as 2026-11-30T12:00:00Z (default: now)")
    private @Nullable String notBefore;

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before call()
    private CommandSpec spec;

    @Override
    public Integer call() {
        require(AttachRequest.TASK_PATTERN, task, "--task", "a task's name");
        require(HOST, host, "--host", "a host's name");
        if (job != null) {
            require(JOB, job, "--job", "a label without blanks");
        }
        List<IpAddress> addresses = ips.stream().map(this::address).toList();
        Instant now = Instant.now().truncatedTo(ChronoUnit.SECONDS);
        Instant begin = notBefore == null ? now : time(notBefore);
        GrantIssuer issuer;
        try {
            issuer = new GrantIssuer(KeyPairs.read(key));
        } catch (KeyFileException e) {
            throw wrong("--key: " + e.explanation());
        }
        var grant = new Grant(
                task,
                host,
                addresses,
                job,
                begin,
                begin.plus(length(valid)),
                issuer.keyId(),
                UUID.randomUUID().toString());
        PrintWriter out = spec.commandLine().getOut();
        out.println(issuer.issue(grant, now));
        out.flush();
        return ExitCode.DONE;
    }

    private IpAddress address(String text) {
        try {
            return IpAddress.parse(text);
        } catch (MalformedValueException e) {
            throw wrong("--ip: " + e.getMessage());
        }
    }

    private Instant time(String text) {
        try {
            return Instant.parse(text).truncatedTo(ChronoUnit.SECONDS);
        } catch (DateTimeException e) {
            throw wrong("--not-before: expected a time such as 2026-11-30T12:00:00Z, found '" + text + "'");
        }
    }

    private Duration length(String text) {
        Matcher matcher = LENGTH.matcher(text);
        if (!matcher.matches()) {
            throw wrong("--valid: expected a number and s, m, h or d, such as 1h, found '" + text + "'");
        }
        long number = Long.parseLong(matcher.group(1));
        return switch (matcher.group(2)) {
            case "s" -> Duration.ofSeconds(number);
            case "m" -> Duration.ofMinutes(number);
            case "h" -> Duration.ofHours(number);
            default -> Duration.ofDays(number);
        };
    }

    private void require(Pattern syntax, String text, String option, String what) {
        if (!syntax.matcher(text).matches()) {
            throw wrong(option + ": expected " + what + ", found '" + text + "'");
        }
    }

    private ParameterException wrong(String message) {
        return new ParameterException(spec.commandLine(), message);
    }
}
