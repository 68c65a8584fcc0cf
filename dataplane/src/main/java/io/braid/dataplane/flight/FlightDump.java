package io.braid.dataplane.flight;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Recording;
import jdk.jfr.RecordingState;

/** What the flight recorder has, if it records. Any thread. */
public final class FlightDump {
    /** More is not for an answer over a socket. */
    static final int MOST_BYTES = 4 << 20;

    private static final int LINE_BYTES = 6 * 1024;

    private FlightDump() {}

    /**
     * A copy of what was recorded so far, in base64, some kilobytes a line.
     *
     * @return empty if nothing records
     * @throws IOException if it cannot be written to a temporary file, or is too large
     */
    public static List<String> lines() throws IOException {
        if (!FlightRecorder.isInitialized() || recordings().isEmpty()) {
            return List.of();
        }
        Path file = Files.createTempFile("braid-flight", ".jfr"); // for its owner alone
        try (Recording snapshot = FlightRecorder.getFlightRecorder().takeSnapshot()) {
            snapshot.dump(file);
            long bytes = Files.size(file);
            if (bytes > MOST_BYTES) {
                throw new IOException("the recording has " + bytes + " bytes, more than " + MOST_BYTES
                        + "; have it with jcmd " + ProcessHandle.current().pid() + " JFR.dump filename=FILE");
            }
            return Base64.getMimeEncoder(LINE_BYTES, new byte[] {'\n'})
                    .encodeToString(Files.readAllBytes(file))
                    .lines()
                    .toList();
        } finally {
            Files.deleteIfExists(file);
        }
    }

    private static List<Recording> recordings() {
        return FlightRecorder.getFlightRecorder().getRecordings().stream()
                .filter(recording -> recording.getState() == RecordingState.RUNNING)
                .toList();
    }
}
