package io.braid.dpdk;

import io.braid.dpdk.ffi.DpdkHeaders;
import io.braid.dpdk.ffi.rte_eth_dev_cb_fn;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.atomic.AtomicIntegerArray;

/**
 * What drivers tell of ports by themselves: kept until someone takes it. Any thread.
 *
 * <p>Drivers call from threads of their own (the EAL's interrupt thread, vhost's), or out of a control call, and must not be held up: what happened is noted in a word
 * for each port, and the reader comes for it when it suits him. Source: {@code rte_ethdev.h}, {@code enum rte_eth_event_type}.
 */
public final class PortEvents {
    /** What happened to a port. */
    public enum Kind {
        /** The link went up or down: {@link Port#link} says which. */
        LINK(DpdkHeaders.RTE_ETH_EVENT_INTR_LSC()),
        /** The other side enabled or disabled queues: {@link Port#enabledQueues} says which. */
        QUEUES(DpdkHeaders.RTE_ETH_EVENT_QUEUE_STATE()),
        /** The device works no more until it is reset: {@link Port#restart}. */
        RESET(DpdkHeaders.RTE_ETH_EVENT_INTR_RESET()),
        /** The device is gone. */
        REMOVED(DpdkHeaders.RTE_ETH_EVENT_INTR_RMV());

        private final int event;

        Kind(int event) {
            this.event = event;
        }

        private int bit() {
            return 1 << ordinal();
        }
    }

    /** {@code struct rte_eth_dev *rte_eth_dev_allocated(const char *name)}, for drivers. */
    private static final MethodHandle DEVICE = Linker.nativeLinker()
            .downcallHandle(
                    FastPath.symbol("rte_eth_dev_allocated"),
                    FunctionDescriptor.of(ValueLayout.ADDRESS, ValueLayout.ADDRESS));

    /** {@code int rte_eth_dev_callback_process(struct rte_eth_dev *, enum rte_eth_event_type, void *)}, for drivers. */
    private static final MethodHandle PROCESS = Linker.nativeLinker()
            .downcallHandle(
                    FastPath.symbol("rte_eth_dev_callback_process"),
                    FunctionDescriptor.of(
                            ValueLayout.JAVA_INT, ValueLayout.ADDRESS, ValueLayout.JAVA_INT, ValueLayout.ADDRESS));

    private static final short ALL_PORTS = (short) Port.MAX_PORTS; // RTE_ETH_ALL

    private final AtomicIntegerArray pending = new AtomicIntegerArray(Port.MAX_PORTS);
    private volatile Runnable wake = () -> {};

    private PortEvents() {}

    /** Listens to all ports there are and will be, for as long as the process lives. */
    static PortEvents listen() {
        var events = new PortEvents();
        MemorySegment callback = rte_eth_dev_cb_fn.allocate(events::happened, Arena.global());
        for (Kind kind : Kind.values()) {
            int status = DpdkHeaders.rte_eth_dev_callback_register(ALL_PORTS, kind.event, callback, MemorySegment.NULL);
            if (status != 0) {
                throw DpdkException.of("cannot listen to events of ports (" + kind + ")", status);
            }
        }
        return events;
    }

    /** Called by drivers. Nothing here may throw: an exception would end the process. */
    private int happened(short port, int event, MemorySegment argument, MemorySegment result) {
        int index = port & 0xffff;
        for (Kind kind : Kind.values()) {
            if (kind.event == event && index < pending.length()) {
                if (kind == Kind.QUEUES) {
                    VhostQueues.changed(index);
                } else if (kind == Kind.LINK) {
                    VhostQueues.linkChanged(index);
                }
                pending.accumulateAndGet(index, kind.bit(), (before, bit) -> before | bit);
            }
        }
        wake.run();
        return 0;
    }

    /** Has an event happen to the port of a name as if its driver told of it. For tests: no virtual device resets itself. */
    public static void raise(String port, Kind kind) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment device = (MemorySegment) DEVICE.invokeExact(arena.allocateFrom(port));
            int _ = (int) PROCESS.invokeExact(device, kind.event, MemorySegment.NULL);
        } catch (Throwable e) {
            throw FastPath.unexpected(e);
        }
    }

    /** Has {@code action} run after each event, on the driver's thread: it must be short and must not throw. */
    public void onEvent(Runnable action) {
        wake = action;
    }

    /** What happened to a port since this was asked last; empty as a rule, and then nothing is allocated. */
    public Set<Kind> take(int port) {
        if (pending.get(port) == 0) {
            return Set.of();
        }
        int bits = pending.getAndSet(port, 0);
        var kinds = EnumSet.noneOf(Kind.class);
        for (Kind kind : Kind.values()) {
            if ((bits & kind.bit()) != 0) {
                kinds.add(kind);
            }
        }
        return kinds;
    }
}
