package io.braid.dataplane.grant;

import io.braid.dataplane.control.ControlException;
import io.braid.dataplane.control.ControlException.Kind;
import io.braid.dataplane.control.GrantStatus;
import io.braid.dataplane.control.Refusal;
import io.braid.dataplane.net.IpAddress;
import io.braid.dataplane.net.MalformedValueException;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Which attached task has which grant, and whether it is over. Once over it stays so, also if the clock is set back, until another one comes. Any thread.
 *
 * <p>Tokens are not kept: what they said was verified when they came.
 */
public final class TaskGrants {
    private volatile GrantPolicy policy;
    private final InstantSource clock;
    private final Map<String, Held> held = new HashMap<>();

    private static final class Held {
        private final Grant grant;
        private boolean over;
        private boolean revoked;
        private boolean told;

        Held(Grant grant, boolean over) {
            this.grant = grant;
            this.over = over;
        }
    }

    /** @param clock the same as the policy's */
    public TaskGrants(GrantPolicy policy, InstantSource clock) {
        this.policy = policy;
        this.clock = clock;
    }

    /**
     * Decides by another policy from now on. Grants that tasks have stay, but for those whose key it does not know: these end as when a key is taken out of its file.
     */
    public void adopt(GrantPolicy next) {
        policy = next;
    }

    /** What decides now. */
    public GrantPolicy policy() {
        return policy;
    }

    /**
     * Decides whether a task may be attached.
     *
     * @return its grant, to be given to {@link #keep} when it is attached; null if it needs none
     * @throws ControlException {@link Kind#REFUSED} that says why not
     */
    public @Nullable Grant admit(String task, List<IpAddress> ips, @Nullable String token) {
        return policy.admit(task, ips, token);
    }

    /** The task is attached, with that grant or without one. */
    public synchronized void keep(String task, @Nullable Grant grant) {
        if (grant == null) {
            held.remove(task);
        } else {
            held.put(task, new Held(grant, false));
        }
    }

    /**
     * The task is attached by a dataplane that took over, and had that grant before.
     *
     * @throws ControlException if that cannot be a grant
     */
    public synchronized void resume(String task, GrantStatus before) {
        try {
            String begins = before.notBefore();
            var grant = new Grant(
                    task,
                    "",
                    before.ips().stream().map(IpAddress::parse).toList(),
                    before.job(),
                    begins == null ? null : Instant.parse(begins),
                    Instant.parse(before.expires()),
                    before.key(),
                    before.id());
            held.put(task, new Held(grant, before.expired()));
        } catch (MalformedValueException | DateTimeException e) {
            throw new ControlException(Kind.FAILED, "what was handed over of task " + task + " is no grant", e);
        }
    }

    /** The task is detached. */
    public synchronized void forget(String task) {
        held.remove(task);
    }

    /**
     * Gives an attached task another grant.
     *
     * @param ips those it has
     * @param job the job it is attached for; what it may talk to hangs on that, so a grant does not change it. One that names none says nothing of it
     * @throws ControlException {@link Kind#REFUSED} if it is not good for the task, which keeps the one it has
     */
    public void renew(String task, List<IpAddress> ips, @Nullable String job, String token) {
        Grant grant = policy.verify(task, ips, token);
        if (grant.job() != null && !grant.job().equals(job)) {
            throw new ControlException(
                    Kind.REFUSED,
                    new Refusal(GrantFault.WRONG_JOB.reason(), grant.keyId(), grant.id()),
                    "the grant is refused: it is for job " + grant.job() + ", and task " + task + " is attached for "
                            + (job == null ? "none" : "job " + job) + "; detach it and attach it with this grant");
        }
        keep(task, grant);
    }

    /** Whether the task's grant is over; a task that has none needs none. */
    public synchronized boolean isOver(String task) {
        Held one = held.get(task);
        return one != null && look(one);
    }

    private boolean look(Held one) {
        one.over |= one.grant.isOver(clock.instant());
        return one.over;
    }

    /**
     * Ends the grants whose keys are good no more. Reads the key files; while one of them cannot be read or understood nothing ends, since it may be about to be replaced.
     */
    void lookAtKeys() {
        GrantKeys keys = policy.keys();
        if (keys != null && keys.faults().isEmpty()) {
            revokeAllBut(keys.ids());
        }
    }

    private synchronized void revokeAllBut(List<String> keys) {
        held.values().stream()
                .filter(one -> !look(one) && !keys.contains(one.grant.keyId()))
                .forEach(one -> {
                    one.over = true;
                    one.revoked = true;
                });
    }

    /**
     * Refuses what must not bring back a task whose grant is over.
     *
     * @throws ControlException {@link Kind#REFUSED}
     */
    public synchronized void requireGood(String task) {
        Held one = held.get(task);
        if (one != null && look(one)) {
            throw new ControlException(
                    Kind.REFUSED,
                    new Refusal(reason(one).reason(), one.grant.keyId(), one.grant.id()),
                    "the grant of task " + task
                            + (one.revoked
                                    ? " ended when its key " + one.grant.keyId() + " was taken away"
                                    : " expired at " + one.grant.expires())
                            + "; it is announced again when it gets another one (braid grant renew " + task
                            + " --grant FILE)");
        }
    }

    private static GrantFault reason(Held one) {
        return one.revoked ? GrantFault.REVOKED : GrantFault.EXPIRED;
    }

    /** The task's grant as the control API shows it; null without one. */
    public synchronized @Nullable GrantStatus status(String task) {
        Held one = held.get(task);
        return one == null ? null : one.grant.status(look(one));
    }

    /**
     * A grant that is over.
     *
     * @param task whose it was
     * @param why it expired, or was revoked with its key
     */
    record Ended(String task, Grant grant, GrantFault why) {}

    /** The grants that are over since the last call. */
    synchronized List<Ended> takeOver() {
        var list = new ArrayList<Ended>();
        held.forEach((task, one) -> {
            if (look(one) && !one.told) {
                one.told = true;
                list.add(new Ended(task, one.grant, reason(one)));
            }
        });
        return list;
    }
}
