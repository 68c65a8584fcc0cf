package io.braid.dataplane;

import io.braid.dataplane.audit.AuditLog;
import io.braid.dataplane.config.FileOwner;
import io.braid.dataplane.config.HostConfig;
import io.braid.dataplane.control.TaskSocketServer;
import io.braid.dataplane.grant.GrantPolicy;
import io.braid.dataplane.grant.TaskGrants;
import io.braid.dataplane.port.EarlyPorts;
import io.braid.dataplane.web.WebServer;
import io.braid.dpdk.Eal;
import java.nio.file.Path;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/**
 * The part of a start that touches no device: keys and certificates are checked, the host is read, and DPDK is started, which takes longer than all the rest.
 * Before a takeover it is done while the other dataplane still forwards; so its packets wait less, and one that could not start leaves the other as it is.
 *
 * <p>For one thread.
 */
public final class Preparation implements AutoCloseable {
    private final HostConfig config;
    private final TaskGrants grants;
    private final HostPlan plan;
    private final AuditLog audit = AuditLog.toLog();
    private final EarlyPorts ports = new EarlyPorts();
    private @Nullable Eal eal;
    private @Nullable TaskSocketServer taskSockets;

    private Preparation(HostConfig config, TaskGrants grants, HostPlan plan) {
        this.config = config;
        this.grants = grants;
        this.plan = plan;
    }

    /**
     * Checks and reads; DPDK is started when it is asked for first.
     *
     * @param sysfs where the host is described; null for the host this runs on
     */
    public static Preparation of(HostConfig config, @Nullable Path sysfs) {
        InstantSource clock = InstantSource.system();
        var grants = new TaskGrants(new GrantPolicy(config, clock), clock);
        config.web().ifPresent(WebServer::check);
        return new Preparation(config, grants, HostPlan.read(config, sysfs));
    }

    /**
     * Does already now, beside another dataplane, what takes nothing from it.
     *
     * @throws io.braid.dpdk.DpdkException when DPDK, its memory or an uplink's device is not to be had
     */
    public void startBesideAnother() {
        taskSockets();
        if (EalSetup.mayStartBesideAnother(config)) {
            ports.open(eal(), config.uplinks());
        }
    }

    AuditLog audit() {
        return audit;
    }

    /** Ports that are open already. */
    EarlyPorts ports() {
        return ports;
    }

    /** Started, without a socket. */
    TaskSocketServer taskSockets() {
        TaskSocketServer started = taskSockets;
        if (started == null) {
            started = TaskSocketServer.start(
                    config.tasks().sockets(), config.tasks().socketOwner().orElse(FileOwner.ROOT), audit);
            taskSockets = started;
        }
        return started;
    }

    TaskGrants grants() {
        return grants;
    }

    HostPlan plan() {
        return plan;
    }

    /** DPDK, started. */
    Eal eal() {
        Eal started = eal;
        if (started == null) {
            int mainCpu = plan.beforeDevices().plan().cpus().getFirst();
            started = Eal.start(EalSetup.options(config, mainCpu));
            eal = started;
        }
        return started;
    }

    /** Ends what was started. Repeated calls do nothing. */
    @Override
    public void close() {
        if (taskSockets != null) {
            taskSockets.close();
        }
        ports.close();
        if (eal != null) {
            eal.close();
        }
    }
}
