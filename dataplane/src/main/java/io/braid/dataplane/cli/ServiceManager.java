package io.braid.dataplane.cli;

import io.braid.dataplane.control.StatusReport;
import io.braid.linux.LinuxException;
import io.braid.linux.NotifySocket;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * The service manager that started this process, if one did and wants to know: systemd with {@code Type=notify} and {@code WatchdogSec=}. Any thread.
 *
 * <p>What cannot be told is logged and no reason to end: forwarding does not depend on it. Protocol: sd_notify(3), sd_watchdog_enabled(3).
 */
final class ServiceManager {
    private static final Logger LOG = System.getLogger(ServiceManager.class.getName());

    private final Optional<Consumer<String>> socket;
    private final Optional<Duration> watchdog;

    private ServiceManager(Optional<Consumer<String>> socket, Optional<Duration> watchdog) {
        this.socket = socket;
        this.watchdog = watchdog;
    }

    /**
     * That of this process.
     *
     * @param environment {@code NOTIFY_SOCKET}, {@code WATCHDOG_USEC} and {@code WATCHDOG_PID} are looked at
     * @param pid of this process: a watchdog that is meant for another one is not fed
     */
    static ServiceManager of(Map<String, String> environment, long pid) {
        try {
            Optional<NotifySocket> socket = NotifySocket.of(environment.get(NotifySocket.VARIABLE));
            return of(environment, pid, socket.map(found -> found::send));
        } catch (IllegalArgumentException unusable) {
            LOG.log(Level.WARNING, "the service manager is told nothing: {0}", unusable.getMessage());
            return new ServiceManager(Optional.empty(), Optional.empty());
        }
    }

    static ServiceManager of(Map<String, String> environment, long pid, Optional<Consumer<String>> socket) {
        return new ServiceManager(socket, socket.isPresent() ? watchdog(environment, pid) : Optional.empty());
    }

    private static Optional<Duration> watchdog(Map<String, String> environment, long pid) {
        String micros = environment.get("WATCHDOG_USEC");
        String meant = environment.get("WATCHDOG_PID");
        if (micros == null || (meant != null && !meant.equals(Long.toString(pid)))) {
            return Optional.empty();
        }
        try {
            long limit = Long.parseLong(micros);
            if (limit > 0) {
                return Optional.of(Duration.ofNanos(Math.multiplyExact(limit, 1000L)));
            }
        } catch (NumberFormatException | ArithmeticException notANumber) {
            // told below, as 0 is
        }
        LOG.log(Level.WARNING, "the watchdog is not fed: WATCHDOG_USEC={0} is no time", micros);
        return Optional.empty();
    }

    /** Braid forwards; what is ordered after it may start. */
    void ready() {
        tell("READY=1\nSTATUS=forwarding");
    }

    /** Braid withdraws its routes and ends. */
    void stopping() {
        tell("STOPPING=1\nSTATUS=stopping");
    }

    /**
     * Feeds the watchdog, if there is one, for as long as all workers poll their queues; the returned object ends it.
     *
     * @param workers how they are now; not called any more once the returned object is closed
     */
    Watchdog watch(Supplier<List<StatusReport.Worker>> workers) {
        return new Watchdog(watchdog, workers, () -> tell("WATCHDOG=1"));
    }

    private void tell(String message) {
        try {
            socket.ifPresent(to -> to.accept(message));
        } catch (LinuxException unreachable) {
            LOG.log(Level.WARNING, "the service manager cannot be told {0}: {1}", message, unreachable.getMessage());
        }
    }
}
