package io.braid.dataplane.cli;

import io.braid.dataplane.control.QueueReport;

/** Writes for people which worker has which queue now. */
final class QueueText {
    private QueueText() {}

    static String of(QueueReport report) {
        var text = new StringBuilder();
        var workers = new TextTable("WORKER", ">CPU", ">NODE", ">PACKETS/S");
        for (QueueReport.Worker worker : report.workers()) {
            workers.row(worker.worker(), worker.cpu(), worker.node(), Units.count(worker.packetsPerSecond()));
        }
        var queues = new TextTable("QUEUE OF", "KIND", ">QUEUE", "WORKER", ">PACKETS/S");
        for (QueueReport.Queue queue : report.queues()) {
            queues.row(
                    queue.name(), queue.kind(), queue.queue(), queue.worker(), Units.count(queue.packetsPerSecond()));
        }
        text.append(workers);
        if (!queues.isEmpty()) {
            text.append('\n').append(queues);
        }
        text.append('\n');
        boolean automatic = report.rebalance().equals("auto");
        if (report.proposals().isEmpty()) {
            text.append("no move of a queue would help\n");
        }
        for (QueueReport.Move move : report.proposals()) {
            text.append("queue ").append(move.queue()).append(" of ").append(move.name());
            text.append(" should go from ").append(move.from()).append(" to ").append(move.to());
            text.append(": the busiest worker then has ").append(Units.count(move.busiestAfter()));
            text.append(" instead of ")
                    .append(Units.count(move.busiestBefore()))
                    .append(" packets a second");
            text.append(
                    automatic
                            ? ", and will if it stays so (numa.rebalance: auto)\n"
                            : "; braid move " + move.name() + " " + move.to().replace("worker-", "") + " --queue "
                                    + move.queue() + "\n");
        }
        return text.toString();
    }
}
