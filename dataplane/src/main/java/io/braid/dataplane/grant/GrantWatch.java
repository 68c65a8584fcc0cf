package io.braid.dataplane.grant;

import io.braid.dataplane.audit.AuditAction;
import io.braid.dataplane.audit.AuditEvent;
import io.braid.dataplane.audit.AuditLog;
import io.braid.dataplane.net.IpAddress;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;

/**
 * Tells of each grant that is over, in the log and in the audit. The announcer sees the same by itself; this is a thread of its own because a host that announces
 * nothing has grants, too.
 */
public final class GrantWatch implements AutoCloseable {
    private static final Logger LOG = System.getLogger(GrantWatch.class.getName());
    /** Looked at again and again rather than waited for: the clock may be set meanwhile. */
    private static final long INTERVAL_MILLIS = 50;
    /** Of these looks, the key files are read in each tenth: twice a second. */
    private static final int LOOKS_PER_READING = 10;

    private final TaskGrants grants;
    private final AuditLog audit;
    private final Thread thread =
            Thread.ofPlatform().name("task-grants").daemon().unstarted(this::run);
    private volatile boolean running = true;

    /** A watch that does nothing before {@link #start}. */
    public GrantWatch(TaskGrants grants, AuditLog audit) {
        this.grants = grants;
        this.audit = audit;
    }

    /** Starts the thread; returns this. */
    public GrantWatch start() {
        thread.start();
        return this;
    }

    private void run() {
        for (int looks = 0; running; looks++) {
            try {
                if (looks % LOOKS_PER_READING == 0) {
                    grants.lookAtKeys();
                }
                look();
                Thread.sleep(INTERVAL_MILLIS);
            } catch (InterruptedException e) {
                return; // closed
            } catch (RuntimeException e) {
                LOG.log(Level.ERROR, "cannot look at grants", e);
            }
        }
    }

    /** Tells of what is over by now. */
    void look() {
        grants.takeOver().forEach(over -> {
            String task = over.task();
            Grant grant = over.grant();
            LOG.log(
                    Level.WARNING,
                    "the grant of task {0} is over ({1}): it is not announced any more, and keeps its port; braid grant renew {0} --grant FILE",
                    task,
                    over.why().reason());
            AuditEvent event = AuditEvent.of(AuditAction.EXPIRE, null, task)
                    .withIps(grant.ips().stream().map(IpAddress::toString).toList())
                    .withGrant(grant.keyId(), grant.id());
            audit.ended(event, over.why().reason());
        });
    }

    /** Ends the thread. Does not wait: it may be in the log. */
    @Override
    public void close() {
        running = false;
        thread.interrupt();
    }
}
