package io.braid.perf.jmh;

import io.braid.dpdk.Eal;
import io.braid.dpdk.EalOptions;
import io.braid.dpdk.LcoreRegistration;
import io.braid.dpdk.PacketPool;
import io.braid.dpdk.Port;
import io.braid.dpdk.PortConfig;
import io.braid.dpdk.RxQueue;
import io.braid.dpdk.TxQueue;
import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** What it costs for each packet to receive a burst of 32 and to send it: two calls of the driver net_null, which takes buffers from the pool and gives them back. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
@OperationsPerInvocation(BurstBenchmark.BURST)
public class BurstBenchmark {
    static final int BURST = 32;

    private static final int MEMORY_MIB = 64;

    private final Arena arena = Arena.ofShared();
    private final long packets = arena.allocate(ValueLayout.JAVA_LONG, BURST).address();

    @SuppressWarnings("NullAway.Init") // set in setUp
    private Eal eal;

    @SuppressWarnings("NullAway.Init") // set in setUp
    private PacketPool pool;

    @SuppressWarnings("NullAway.Init") // set in setUp
    private Port port;

    @SuppressWarnings("NullAway.Init") // set in setUp
    private RxQueue rx;

    @SuppressWarnings("NullAway.Init") // set in setUp
    private TxQueue tx;

    private @Nullable LcoreRegistration registration;

    /** Starts DPDK and a port. */
    @Setup
    public void setUp() {
        eal = Eal.start(EalOptions.ordinaryPages(MEMORY_MIB));
        // Without an lcore of its own a thread has no cache of buffers.
        registration = LcoreRegistration.register();
        pool = PacketPool.create("burst", 4095, 2_176, -1);
        port = eal.open("vdev:net_null0");
        port.configure(PortConfig.single(1500), pool);
        port.start();
        rx = port.rxQueue(0);
        tx = port.txQueue(0);
    }

    /** Ends both. */
    @TearDown
    public void tearDown() {
        port.close();
        pool.close();
        if (registration != null) {
            registration.close();
        }
        eal.close();
        arena.close();
    }

    /** In and out. */
    @Benchmark
    public int receiveAndSend() {
        int n = rx.receive(packets, BURST);
        int sent = tx.send(packets, n);
        if (sent < n) {
            PacketPool.free(packets + (long) sent * Long.BYTES, n - sent);
        }
        return sent;
    }
}
