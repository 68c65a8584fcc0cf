package io.braid.perf.lab;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What came of a {@link Transfer}.
 *
 * @param bytesPerSecondOfRun bytes that reached the receiver in each second of the run
 * @param receivedBitsPerSecond application data that reached the receiver, averaged over the run without its
 *     first second
 * @param retransmits TCP segments sent again
 * @param lostConnections streams that ended with an error, could not be opened, or had stopped moving by the end
 * @param datagrams UDP datagrams sent
 * @param lostDatagrams of those, the ones that did not arrive
 * @param lateDatagrams those that arrived after a datagram of their flow that was sent later
 * @param error what iperf3 said went wrong, or null
 */
public record TransferResult(
        Transfer transfer,
        List<Long> bytesPerSecondOfRun,
        double receivedBitsPerSecond,
        long retransmits,
        int lostConnections,
        long datagrams,
        long lostDatagrams,
        long lateDatagrams,
        @Nullable String error) {

    static TransferResult failed(Transfer transfer, String error) {
        return new TransferResult(transfer, List.of(), 0, 0, transfer.streams(), 0, 0, 0, error);
    }

    public static double receivedBitsPerSecond(List<TransferResult> results) {
        return results.stream()
                .mapToDouble(TransferResult::receivedBitsPerSecond)
                .sum();
    }

    public static long retransmits(List<TransferResult> results) {
        return results.stream().mapToLong(TransferResult::retransmits).sum();
    }

    public static int lostConnections(List<TransferResult> results) {
        return results.stream().mapToInt(TransferResult::lostConnections).sum();
    }

    /** One line for each transfer that did not go as asked. */
    public static List<String> problems(List<TransferResult> results) {
        return results.stream()
                .filter(r -> r.error() != null || r.lostConnections() > 0)
                .map(r -> r.transfer() + ": " + r.lostConnections() + " connections lost"
                        + (r.error() == null ? "" : " (" + r.error() + ")"))
                .toList();
    }
}
