package io.braid.perf.emulated;

import io.braid.perf.lab.Command;
import io.braid.perf.lab.LabException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Runs scripts inside the guest through its virtio serial port; {@code agent.sh} is the other end and describes what is said. One thread at a time. */
final class GuestAgent implements AutoCloseable {
    /** What a script may take longer than its limit until the guest says so. */
    private static final Duration GRACE = Duration.ofSeconds(15);

    /** Exit code of {@code timeout(1)} for a program that it ended. */
    static final int TIMED_OUT = 124;

    private static final int SHOWN_CHARS = 80;

    private static final Pattern ANSWER =
            Pattern.compile("(\\d{1,9}) (\\d{1,3}) ((?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?)");

    private static final String FUNCTIONS = ". /share/env; . /share/guest.sh\n";

    private final LineSocket socket;
    private int number;

    private GuestAgent(LineSocket socket) {
        this.socket = socket;
    }

    /** Waits until the guest is up. */
    static GuestAgent connect(Path path, Duration limit) throws InterruptedException {
        LineSocket socket = LineSocket.connect(path, limit);
        try {
            parse(socket.receive(limit), 0);
            return new GuestAgent(socket);
        } catch (RuntimeException | InterruptedException e) {
            socket.close();
            throw e;
        }
    }

    /**
     * Runs a script that must succeed, with the functions of {@code guest.sh} at hand, and returns what it wrote.
     *
     * @param limit after which the guest ends it
     * @throws GuestException when it fails or does not end
     * @throws LabException when the guest is gone
     */
    String run(String script, Duration limit) throws InterruptedException {
        Command.Output output = execute(script, limit);
        if (output.exitCode() != 0) {
            throw new GuestException("in the guest, '" + summary(script) + "' "
                    + (output.exitCode() == TIMED_OUT
                            ? "was still running after " + limit.toSeconds() + " s"
                            : "exited with " + output.exitCode())
                    + ": " + output.out().strip());
        }
        return output.out();
    }

    private static String summary(String script) {
        String line = script.strip().lines().findFirst().orElse("");
        return line.length() > SHOWN_CHARS ? line.substring(0, SHOWN_CHARS) + " .." : line;
    }

    /** Runs a script and reports however it ended; {@link #TIMED_OUT} when the guest had to end it. */
    Command.Output execute(String script, Duration limit) throws InterruptedException {
        number++;
        socket.send(request(number, script, limit));
        return parse(socket.receive(limit.plus(GRACE)), number);
    }

    static String request(int number, String script, Duration limit) {
        byte[] bytes = (FUNCTIONS + script).getBytes(StandardCharsets.UTF_8);
        return number + " " + Math.max(1, limit.toSeconds()) + " "
                + Base64.getEncoder().encodeToString(bytes);
    }

    /**
     * Reads an answer.
     *
     * @throws LabException when it is none, or of another request
     */
    static Command.Output parse(String answer, int number) {
        Matcher matcher = ANSWER.matcher(answer);
        if (!matcher.matches() || !matcher.group(1).equals(Integer.toString(number))) {
            throw new LabException("expected the answer to request " + number + " of the guest, found '"
                    + answer.substring(0, Math.min(80, answer.length())) + "'");
        }
        byte[] output = Base64.getDecoder().decode(matcher.group(3));
        return new Command.Output(Integer.parseInt(matcher.group(2)), new String(output, StandardCharsets.UTF_8), "");
    }

    @Override
    public void close() {
        socket.close();
    }
}
