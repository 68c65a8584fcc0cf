package io.braid.perf.lab;

import java.util.ArrayList;
import java.util.List;

/**
 * What one iperf3 run between a task and the storage server is to send.
 *
 * @param task number of the task, from 1
 * @param inbound whether the data flows from storage to the task (the connection is always opened by the task)
 * @param bitsPerSecond rate of each stream; 0 means as fast as it goes, for TCP only
 * @param streams number of parallel flows, 1 to 128
 * @param seconds how long it sends, 1 to 3600
 */
public record Transfer(
        int task, Family family, boolean inbound, Protocol protocol, long bitsPerSecond, int streams, int seconds) {
    /** UDP payload that fits an MTU of 1280 under IPv6. */
    private static final int UDP_PAYLOAD_BYTES = 1200;

    /** Small enough that a slow flow, too, is seen to move in every interval. */
    private static final int TCP_WRITE_BYTES = 16 * 1024;

    /** What carries the data. */
    public enum Protocol {
        TCP,
        UDP
    }

    public Transfer {
        if (protocol == Protocol.UDP && bitsPerSecond <= 0) {
            throw new IllegalArgumentException("UDP needs a rate");
        }
    }

    /** A bulk TCP transfer. */
    public static Transfer tcp(int task, Family family, boolean inbound, int streams, int seconds) {
        return new Transfer(task, family, inbound, Protocol.TCP, 0, streams, seconds);
    }

    /**
     * Bulk TCP in one direction, split evenly over all tasks and both families.
     *
     * @param streams a multiple of twice the number of tasks
     */
    public static List<Transfer> spread(LabPlan plan, boolean inbound, int streams, int seconds) {
        return spread(plan, inbound, Protocol.TCP, 0, streams, seconds);
    }

    /** Like {@link #spread(LabPlan, boolean, int, int)} with a protocol and a rate for each stream. */
    public static List<Transfer> spread(
            LabPlan plan, boolean inbound, Protocol protocol, long bitsPerSecond, int streams, int seconds) {
        int parts = plan.tasks() * Family.values().length;
        if (streams % parts != 0) {
            throw new IllegalArgumentException(streams + " streams do not split over " + parts + " parts");
        }
        List<Transfer> transfers = new ArrayList<>();
        for (int task = 1; task <= plan.tasks(); task++) {
            for (Family family : Family.values()) {
                transfers.add(new Transfer(task, family, inbound, protocol, bitsPerSecond, streams / parts, seconds));
            }
        }
        return transfers;
    }

    boolean isUdp() {
        return protocol == Protocol.UDP;
    }

    List<String> clientCommand(LabPlan plan, int port) {
        List<String> command = new ArrayList<>(List.of("iperf3", "--json", "--interval", "1"));
        command.addAll(List.of("--client", plan.storageAddress(family), "--port", Integer.toString(port)));
        command.addAll(List.of("--time", Integer.toString(seconds), "--parallel", Integer.toString(streams)));
        command.addAll(List.of("--connect-timeout", "3000"));
        // the receiving end's view of every interval, also when that is the server
        command.add("--get-server-output");
        command.addAll(List.of("--length", Integer.toString(isUdp() ? UDP_PAYLOAD_BYTES : TCP_WRITE_BYTES)));
        if (inbound) {
            command.add("--reverse");
        }
        if (isUdp()) {
            command.add("--udp");
        } else if (CongestionControl.CUBIC) {
            command.addAll(List.of("--congestion", "cubic"));
        }
        if (bitsPerSecond > 0) {
            command.addAll(List.of("--bitrate", Long.toString(bitsPerSecond)));
        }
        return command;
    }

    @Override
    public String toString() {
        return "task" + task + " " + family + " " + protocol + (inbound ? " in x" : " out x") + streams;
    }
}
