package io.braid.bfd;

import static org.junit.jupiter.api.Assertions.assertFalse;

import java.util.ArrayList;
import java.util.List;

/** Keeps what a machine sends and reports. */
final class Recorder implements SessionOutput {
    final List<ControlPacket> packets = new ArrayList<>();
    final List<StateChange> changes = new ArrayList<>();

    @Override
    public void transmit(ControlPacket packet) {
        packets.add(packet);
    }

    @Override
    public void changed(StateChange change) {
        changes.add(change);
    }

    ControlPacket lastPacket() {
        assertFalse(packets.isEmpty(), "nothing was sent");
        return packets.getLast();
    }

    StateChange lastChange() {
        assertFalse(changes.isEmpty(), "nothing has changed");
        return changes.getLast();
    }

    void clear() {
        packets.clear();
        changes.clear();
    }
}
