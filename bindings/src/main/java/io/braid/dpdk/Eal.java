package io.braid.dpdk;

import io.braid.dpdk.ffi.DpdkHeaders;
import io.braid.linux.ThreadEnd;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;

/**
 * DPDK's environment abstraction layer: memory, devices and logging of this process.
 *
 * <p>A process starts it once in its life; DPDK cannot be started again after a clean-up. Start and close may be called from any thread; the instance is
 * otherwise without state of its own.
 */
public final class Eal implements AutoCloseable {
    private static final Logger LOG = System.getLogger(Eal.class.getName());
    private static final AtomicBoolean STARTED = new AtomicBoolean();
    /** Held while a device comes or goes: DPDK's lists of them are for one thread at a time. */
    static final Object DEVICES = new Object();

    private final boolean hugepages;
    private final List<String> arguments;
    private final PortEvents portEvents = PortEvents.listen();
    private final AtomicBoolean closed = new AtomicBoolean();

    private Eal(boolean hugepages, List<String> arguments) {
        this.hugepages = hugepages;
        this.arguments = arguments;
    }

    /**
     * Loads DPDK and initialises it.
     *
     * @throws DpdkException when the library is missing or of an unknown ABI, when this process has started an EAL before, or when initialisation fails
     *     (no memory, no permission); the message says what to do
     */
    public static Eal start(EalOptions options) {
        DpdkLibraries.load();
        if (!STARTED.compareAndSet(false, true)) {
            throw new DpdkException(
                    "this process has started DPDK before, and DPDK can start only once in a process; start a new process");
        }
        boolean hugepages = options.useHugepages();
        if (!hugepages && options.hugepages() == EalOptions.Hugepages.AUTO) {
            LOG.log(
                    Level.WARNING,
                    "using ordinary pages: {0} MiB of hugepages are free and {1} MiB are asked for. Physical NICs need hugepages; reserve them with "
                            + "`echo {2} > /proc/sys/vm/nr_hugepages`",
                    EalOptions.freeHugepagesMiB(),
                    options.memoryMiB(),
                    Integer.toString(options.memoryMiB() / 2 + 1));
        }
        List<String> arguments = options.arguments(hugepages);
        initialise(arguments);
        return new Eal(hugepages, arguments);
    }

    /** Runs {@code rte_eal_init} on a thread that ends right after: it pins its caller, and threads made from a pinned thread inherit the mask. */
    private static void initialise(List<String> arguments) {
        var failure = new AtomicReference<Throwable>();
        Thread thread = Thread.ofPlatform().name("eal-init").start(() -> {
            try (Arena arena = Arena.ofConfined()) {
                MemorySegment argv = arena.allocate(ValueLayout.ADDRESS, arguments.size() + 1L);
                for (int i = 0; i < arguments.size(); i++) {
                    argv.setAtIndex(ValueLayout.ADDRESS, i, arena.allocateFrom(arguments.get(i)));
                }
                if (DpdkHeaders.rte_eal_init(arguments.size(), argv) < 0) {
                    int errno = RteErrno.current();
                    failure.set(DpdkException.of(
                            "DPDK did not start (" + String.join(" ", arguments) + ")", errno, advice(errno)));
                }
            } catch (RuntimeException | Error e) {
                failure.set(e);
            }
        });
        ThreadEnd.await(thread); // rte_eal_init cannot be abandoned half-way
        switch (failure.get()) {
            case null -> {}
            case RuntimeException e -> throw e;
            case Throwable e -> throw new IllegalStateException(e);
        }
    }

    private static String advice(int errno) {
        return switch (errno) {
            case 12 -> "not enough memory: lower dpdk.memory or free some"; // ENOMEM
            case 13, 1 -> "not permitted: run as root"; // EACCES, EPERM
            default -> "DPDK's own messages above name the cause";
        };
    }

    /** Whether memory lies on hugepages. */
    public boolean hugepages() {
        return hugepages;
    }

    /** What drivers tell of ports by themselves. */
    public PortEvents portEvents() {
        return portEvents;
    }

    /** What {@code rte_eal_init} was given. */
    public List<String> arguments() {
        return arguments;
    }

    /** The library's version, such as {@code "DPDK 22.11.11"}. */
    public String version() {
        return DpdkLibraries.version();
    }

    /**
     * Creates or opens a device while running and returns its port, not yet configured.
     *
     * @param devargs {@code vdev:NAME[,key=value...]} or {@code pci:DDDD:BB:DD.F[,key=value...]}
     * @throws DpdkException when there is no such device or driver, or it is already there
     */
    public Port open(String devargs) {
        int comma = devargs.indexOf(',');
        String name = devargs.substring(devargs.indexOf(':') + 1, comma < 0 ? devargs.length() : comma);
        if (Port.exists(name)) {
            if (devargs.startsWith("pci:")) {
                return Port.byName(name); // probed at start, through the allow list
            }
            throw new DpdkException(
                    "device " + devargs + ": there is a port named " + name + " already; choose another name");
        }
        if (name.startsWith(VhostQueues.DRIVER)) {
            VhostQueues.load();
        }
        try (Arena arena = Arena.ofConfined()) {
            int status;
            synchronized (DEVICES) {
                status = DpdkHeaders.rte_dev_probe(arena.allocateFrom(devargs));
            }
            if (status < 0) {
                throw DpdkException.of("cannot open device " + devargs, status, openAdvice(devargs, name));
            }
        }
        return Port.byName(name);
    }

    private static String openAdvice(String devargs, String name) {
        if (devargs.startsWith("pci:")) {
            return "is it there (lspci), bound to vfio-pci (dpdk-devbind.py -s), and its DPDK driver installed?";
        }
        String driver = name.replaceAll("[0-9]+$", "");
        String packageName = DpdkLibraries.loadedAbi().debianPackage(driver);
        return "is its interface there (ip link), are its arguments right, and is its driver installed (Debian package "
                + packageName + ")?";
    }

    /**
     * Releases devices and memory. All ports must be stopped and all registered threads gone. Repeated calls do nothing.
     */
    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            int status = DpdkHeaders.rte_eal_cleanup();
            if (status < 0) {
                LOG.log(
                        Level.WARNING,
                        DpdkException.of("rte_eal_cleanup", status).getMessage());
            }
        }
    }
}
