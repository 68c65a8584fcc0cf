package io.braid.perf.soak;

import io.braid.perf.lab.Family;
import io.braid.perf.lab.Lab;
import io.braid.perf.lab.LabException;
import io.braid.perf.lab.LabPlan;
import io.braid.perf.lab.StreamCount;
import io.braid.perf.lab.Traffic;
import io.braid.perf.lab.Transfer;
import io.braid.perf.lab.TransferResult;
import io.braid.perf.lab.UdpStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The traffic of a run, both ways and of both families: numbered datagrams without a pause, and TCP connections that end and begin anew. */
final class Load implements AutoCloseable {
    private static final int PACKETS_PER_SECOND = 1000;
    private static final int OUT_PORT = 7101;
    private static final int IN_PORT = 7102;
    private static final int STREAMS = 2;
    private static final long BITS_PER_SECOND = 2_000_000;
    /** Of one round of connections. */
    private static final int SECONDS = 20;

    private final Lab lab;
    private final List<UdpStream> datagrams = new ArrayList<>();
    private final Thread thread;
    private final List<String> problems = new ArrayList<>();
    private long connections;
    private volatile boolean ending;
    private volatile @Nullable RuntimeException failure;

    Load(Lab lab) {
        this.lab = lab;
        LabPlan plan = lab.plan();
        datagrams.add(new UdpStream(plan.task(1), plan.storage(), addresses(true), OUT_PORT, PACKETS_PER_SECOND));
        datagrams.add(new UdpStream(plan.storage(), plan.task(1), addresses(false), IN_PORT, PACKETS_PER_SECOND));
        thread = Thread.ofPlatform().name("soak-load").daemon().start(this::connect);
    }

    private List<String> addresses(boolean storage) {
        LabPlan plan = lab.plan();
        return Arrays.stream(Family.values())
                .map(family -> storage ? plan.storageAddress(family) : plan.taskAddress(1, family))
                .toList();
    }

    private void connect() {
        List<Transfer> transfers = new ArrayList<>();
        for (int task = 1; task <= Soak.STAYING; task++) {
            for (Family family : Family.values()) {
                for (boolean inbound : new boolean[] {false, true}) {
                    transfers.add(new Transfer(
                            task, family, inbound, Transfer.Protocol.TCP, BITS_PER_SECOND, STREAMS, SECONDS));
                }
            }
        }
        try {
            while (!ending) {
                List<TransferResult> results = Traffic.run(lab, transfers);
                problems.addAll(TransferResult.problems(results));
                connections += (long) transfers.size() * STREAMS;
            }
        } catch (LabException e) {
            failure = e;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Lets what runs come to its end, and counts the datagrams. */
    StreamCount end() throws InterruptedException {
        ending = true;
        thread.join();
        RuntimeException failed = failure;
        if (failed != null) {
            throw failed;
        }
        List<StreamCount> counts = new ArrayList<>();
        for (UdpStream stream : datagrams) {
            stream.stop();
        }
        for (UdpStream stream : datagrams) {
            counts.add(stream.count());
        }
        return StreamCount.sum(counts);
    }

    /** TCP connections that were made; after {@link #end}. */
    long connections() {
        return connections;
    }

    /** What went wrong with them; after {@link #end}. */
    List<String> problems() {
        return problems;
    }

    @Override
    public void close() {
        ending = true;
        thread.interrupt();
        datagrams.forEach(UdpStream::close);
    }
}
