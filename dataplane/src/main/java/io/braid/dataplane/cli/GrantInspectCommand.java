package io.braid.dataplane.cli;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.braid.dataplane.config.ConfigException;
import io.braid.dataplane.config.ConfigLoader;
import io.braid.dataplane.config.GrantsConfig;
import io.braid.dataplane.config.HostConfig;
import io.braid.dataplane.control.ControlException;
import io.braid.dataplane.grant.Grant;
import io.braid.dataplane.grant.GrantReader;
import io.braid.dataplane.grant.GrantReader.Judged;
import io.braid.dataplane.net.IpAddress;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code braid grant inspect}: shows what a grant says, and whether it is good. */
@Command(
        name = "inspect",
        mixinStandardHelpOptions = true,
        versionProvider = BraidCommand.BuiltVersion.class,
        description = {
            "Show what a grant says, and whether it is good now and why not.",
            "With -c it is judged as that host would; with --public-key by signature and time alone."
        },
        footer = {"", "Exit codes: 0 good, 1 not good, or not verified for want of a key, 2 wrong usage or config."})
final class GrantInspectCommand implements Callable<Integer> {
    @Parameters(paramLabel = "FILE", description = "the grant, a token; - reads it from stdin")
    @SuppressWarnings("NullAway.Init") // set by picocli, which requires it
    private String file;

    @Option(
            names = "--public-key",
            paramLabel = "FILE",
            split = ",",
            description = "the scheduler's public key; several separated by commas, or with the option repeated")
    private List<Path> publicKeys = List.of();

    @Option(
            names = {"-c", "--config"},
            paramLabel = "FILE",
            description = "a host's configuration (host.yaml), which names the keys, the host and the clock skew")
    private @Nullable Path config;

    @Option(names = "--json", description = "print one JSON object")
    private boolean json;

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before call()
    private CommandSpec spec;

    @Override
    public Integer call() throws ConfigException {
        if (config != null && !publicKeys.isEmpty()) {
            throw new ParameterException(spec.commandLine(), "-c and --public-key exclude each other");
        }
        HostConfig host = config == null ? null : ConfigLoader.load(config).config();
        GrantsConfig grants = host == null ? null : host.tasks().grants().orElse(null);
        List<Path> keys = grants == null ? publicKeys : grants.publicKeys();
        Duration skew = grants == null ? GrantsConfig.DEFAULT_SKEW : grants.clockSkew();
        String name = host == null ? null : host.host().toString();
        String text;
        try {
            text = GrantText.read(file);
        } catch (ControlException e) {
            throw new ParameterException(spec.commandLine(), e.explanation());
        }
        Judged judged = new GrantReader(keys, skew, InstantSource.system()).judge(text, name);
        PrintWriter out = spec.commandLine().getOut();
        out.print(json ? json(judged).toPrettyString() + "\n" : text(judged));
        out.flush();
        return judged.fault().isEmpty() ? ExitCode.DONE : ExitCode.FAILED;
    }

    private static String text(Judged judged) {
        var text = new StringBuilder();
        Grant grant = judged.says();
        if (grant != null) {
            line(text, "task", grant.task());
            line(text, "host", grant.host());
            line(text, "ip", String.join(", ", ips(grant)));
            line(text, "job", grant.job());
            line(text, "begins", grant.notBefore());
            line(text, "expires", grant.expires());
            line(text, "key", grant.keyId());
            line(text, "id", grant.id());
        }
        line(
                text,
                "verdict",
                judged.fault()
                        .map(fault -> "not good (" + fault + "): " + judged.why())
                        .orElse("good"));
        return text.toString();
    }

    private static void line(StringBuilder text, String name, @Nullable Object value) {
        if (value != null) {
            text.append(name)
                    .append(" ".repeat(9 - name.length()))
                    .append(value)
                    .append('\n');
        }
    }

    private static List<String> ips(Grant grant) {
        return grant.ips().stream().map(IpAddress::toString).toList();
    }

    private static ObjectNode json(Judged judged) {
        ObjectNode result = new ObjectMapper().createObjectNode();
        result.put("good", judged.fault().isEmpty());
        result.put("reason", judged.fault().orElse(null));
        result.put("message", judged.why());
        Grant grant = judged.says();
        if (grant == null) {
            result.putNull("grant");
            return result;
        }
        ObjectNode says = result.putObject("grant");
        says.put("task", grant.task()).put("host", grant.host()).put("job", grant.job());
        var ips = says.putArray("ips");
        ips(grant).forEach(ips::add);
        says.put(
                "notBefore",
                Optional.ofNullable(grant.notBefore()).map(Object::toString).orElse(null));
        says.put("expires", grant.expires().toString());
        says.put("key", grant.keyId()).put("id", grant.id());
        return result;
    }
}
