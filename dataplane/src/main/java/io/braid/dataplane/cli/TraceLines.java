package io.braid.dataplane.cli;

import io.braid.dataplane.look.TracedPacket;

/** A traced packet for people. */
final class TraceLines {
    private static final int NODE_WIDTH = 14;

    private TraceLines() {}

    static String of(TracedPacket packet) {
        var text = new StringBuilder();
        text.append(packet.time().replace('T', ' '))
                .append("  ")
                .append(packet.port())
                .append(" queue ")
                .append(packet.queue())
                .append(' ')
                .append(packet.worker())
                .append("  ")
                .append(packet.length())
                .append(" bytes: ")
                .append(packet.packet())
                .append(System.lineSeparator());
        for (TracedPacket.Step step : packet.steps()) {
            text.append("  ")
                    .append(step.node())
                    .repeat(' ', NODE_WIDTH - step.node().length())
                    .append(step.verdict());
            step.detail()
                    .forEach((what, value) -> text.append("; ")
                            .append(what.replace('-', ' '))
                            .append(": ")
                            .append(value));
            text.append(System.lineSeparator());
        }
        return text.append(System.lineSeparator()).toString();
    }
}
