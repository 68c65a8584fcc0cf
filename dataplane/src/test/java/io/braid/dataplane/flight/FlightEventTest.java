package io.braid.dataplane.flight;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FlightEventTest {
    private static String text(RecordedEvent event) {
        return event.getEventType().getName() + " "
                + event.getFields().stream()
                        .skip(1) // the time
                        .filter(field -> !List.of("duration", "eventThread", "stackTrace")
                                .contains(field.getName()))
                        .map(field -> field.getName() + "=" + event.getValue(field.getName()))
                        .toList();
    }

    @Test
    void aRecordingHasWhatHappenedInOrder(@TempDir Path directory) throws Exception {
        Path file = directory.resolve("flight.jfr");
        try (var recording = new Recording()) {
            recording.start();
            FlightEvent.lifecycle("start");
            FlightEvent.task("train-1", true);
            FlightEvent.path("nic0", false, "link down");
            FlightEvent.session("BFD", "192.0.2.0", "down");
            FlightEvent.reload("applied", "egress.policy", 1_500);
            FlightEvent.stall("worker-0", 2, 3_000_000);
            recording.stop();
            recording.dump(file);
        }
        List<String> events = RecordingFile.readAllEvents(file).stream()
                .filter(event -> event.getEventType().getName().startsWith("braid."))
                .sorted(Comparator.comparing(RecordedEvent::getStartTime))
                .map(FlightEventTest::text)
                .toList();
        assertEquals(
                List.of(
                        "braid.Lifecycle [phase=start]",
                        "braid.Task [task=train-1, attached=true]",
                        "braid.Path [uplink=nic0, usable=false, reason=link down]",
                        "braid.Session [protocol=BFD, peer=192.0.2.0, state=down]",
                        "braid.Reload [outcome=applied, options=egress.policy, time=1500]",
                        "braid.Stall [worker=worker-0, turns=2, longest=3000000]"),
                events);
    }
}
