package io.braid.dataplane.audit;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.LongSupplier;

/**
 * Leaves one line in the log for each decision about a task: what was asked, how it ended and why, and who asked. {@code CONTROL.md} documents the words.
 *
 * <p>Lines are bounded in length. What is refused is bounded in number too ({@link LineBudget}), and the next line says how many were left out; what was done is
 * always written, so that no flood can hide it. Any thread.
 */
public final class AuditLog {
    /** The logger's name. */
    public static final String NAME = "braid.audit";

    /** Of refusals of the same thing: so many lines at once, then one a minute. */
    private static final int MOST_REFUSALS = 100;

    private static final long REFUSAL_NANOS = 60_000_000_000L;
    /** Of one kind of a task's dropped packets: so many lines at once, then one each ten seconds. */
    private static final int MOST_DROPS = 10;

    private static final long DROP_NANOS = 10_000_000_000L;
    private static final int MOST_TASK = 63;
    private static final int MOST_IPS = 640;
    private static final int MOST_ID = 64;
    private static final int MOST_COMMAND = 32;
    private static final int MOST_CGROUP = 256;
    private static final int MOST_WHY = 400;
    private static final int MOST_CHANGES = 400;

    private final BiConsumer<Level, String> sink;
    private final LongSupplier nanos;
    private final LineBudget budget;
    private final LineBudget drops;
    private final Map<String, Asker> attachers = new HashMap<>();
    private final DecisionCounts counts = new DecisionCounts();
    private long leftOut;

    /**
     * An audit that goes elsewhere than into the log.
     *
     * @param sink takes each line; one call at a time
     * @param nanos the time, as {@link System#nanoTime}
     */
    public AuditLog(BiConsumer<Level, String> sink, LongSupplier nanos) {
        this.sink = sink;
        this.nanos = nanos;
        this.budget = new LineBudget(nanos.getAsLong(), MOST_REFUSALS, REFUSAL_NANOS);
        this.drops = new LineBudget(nanos.getAsLong(), MOST_DROPS, DROP_NANOS);
    }

    /** An audit that goes into the log, under {@link #NAME}. */
    public static AuditLog toLog() {
        Logger log = System.getLogger(NAME);
        return new AuditLog(log::log, System::nanoTime);
    }

    /** It was permitted and done. */
    public synchronized void granted(AuditEvent event) {
        if (event.task() != null && event.asker() != null) {
            remember(event.action(), event.task(), event.asker());
        }
        counts.add(event.action(), "granted", "");
        AuditText text = begin(event, "granted");
        matter(text, event);
        asker(text, event);
        sink.accept(Level.INFO, text.toString());
    }

    private void remember(AuditAction action, String task, Asker asker) {
        if (action == AuditAction.ATTACH) {
            attachers.put(task, asker);
        } else if (action == AuditAction.DETACH) {
            attachers.remove(task);
        }
    }

    /**
     * Packets of a task were dropped because they were sent in somebody else's name. Whoever attached the task stands for who asked; unknown if that was another process's
     * doing.
     *
     * @param ips the task's own addresses
     * @param reason why they were dropped, a word of Braid's own
     * @param packets how many
     * @return whether a line was written; of many, few are
     */
    public synchronized boolean dropped(String task, List<String> ips, String reason, long packets) {
        if (!drops.take(task + " " + reason, nanos.getAsLong())) {
            return false;
        }
        AuditEvent event = AuditEvent.of(AuditAction.SPOOF, attachers.getOrDefault(task, Asker.UNKNOWN), task)
                .withIps(ips);
        AuditText text = begin(event, "dropped").word("reason", reason).word("packets", packets);
        matter(text, event);
        asker(text, event);
        sink.accept(Level.WARNING, text.toString());
        return true;
    }

    /** It ended by itself, and the task's addresses were withdrawn. */
    public synchronized void ended(AuditEvent event, String reason) {
        counts.add(event.action(), "withdrawn", reason);
        AuditText text = begin(event, "withdrawn").word("reason", reason);
        matter(text, event);
        asker(text, event);
        sink.accept(Level.WARNING, text.toString());
    }

    /**
     * It was not permitted.
     *
     * @param reason the kind of it, a word of Braid's own
     * @param why in words; no secret
     */
    public void refused(AuditEvent event, String reason, String why) {
        notDone(event, "refused", reason, why);
    }

    /** It was permitted, and did not work; as {@link #refused}. */
    public void failed(AuditEvent event, String reason, String why) {
        notDone(event, "failed", reason, why);
    }

    private synchronized void notDone(AuditEvent event, String outcome, String reason, String why) {
        counts.add(event.action(), outcome, reason); // also of what is left out of the log
        AuditText text = begin(event, outcome).word("reason", reason);
        matter(text, event);
        Asker asker = event.asker();
        // Who does it again with another process has not done anything else.
        String matter = text + (asker == null ? "" : " " + asker.uid() + " " + asker.cgroup());
        if (!budget.take(matter, nanos.getAsLong())) {
            leftOut++;
            return;
        }
        asker(text, event);
        text.value("why", why, MOST_WHY);
        if (leftOut > 0) {
            text.word("left-out", leftOut);
            leftOut = 0;
        }
        sink.accept(Level.WARNING, text.toString());
    }

    /** How often each decision was made since start, whether a line was written of it or not. */
    public DecisionCounts counts() {
        return counts;
    }

    private static AuditText begin(AuditEvent event, String outcome) {
        return new AuditText().word("action", event.action().word()).word("outcome", outcome);
    }

    private static void matter(AuditText text, AuditEvent event) {
        text.value("task", event.task(), MOST_TASK)
                .value("ips", event.ips().isEmpty() ? null : String.join(",", event.ips()), MOST_IPS)
                .value("key", event.key(), MOST_ID)
                .value("grant", event.grant(), MOST_ID);
        if (event.own()) {
            text.word("socket", "task");
        }
        if (event.changes() != null) {
            text.value("changes", event.changes(), MOST_CHANGES);
        }
    }

    private static void asker(AuditText text, AuditEvent event) {
        Asker asker = event.asker();
        if (asker == null) {
            text.word("by", "braid");
            return;
        }
        text.number("pid", asker.pid(), 1)
                .number("uid", asker.uid(), 0)
                .number("gid", asker.gid(), 0)
                .value("command", asker.command(), MOST_COMMAND)
                .value("cgroup", asker.cgroup(), MOST_CGROUP)
                .number("netns", asker.netns(), 1);
    }
}
