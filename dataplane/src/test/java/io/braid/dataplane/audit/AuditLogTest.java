package io.braid.dataplane.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class AuditLogTest {
    private static final Asker ASKER = new Asker(4242, 0, 5, "braid", "/kubepods/pod 1", 4026531840L);

    private final List<String> lines = new ArrayList<>();
    private long now;
    private final AuditLog audit = new AuditLog((level, line) -> lines.add(level + " " + line), () -> now);

    private static AuditEvent attach(String task) {
        return AuditEvent.of(AuditAction.ATTACH, ASKER, task);
    }

    @Test
    void linesSayWhatAndWhoAndWhy() {
        audit.granted(attach("train-1")
                .withIps(List.of("10.100.0.7", "2001:db8:100::7"))
                .withGrant("key1", "g1"));
        audit.refused(attach("train-1"), "grant-required", "it came without one");
        audit.ended(AuditEvent.of(AuditAction.EXPIRE, null, "t").withGrant("k", null), "grant-expired");
        audit.failed(AuditEvent.of(AuditAction.DETACH, Asker.UNKNOWN, null), "fault", "internal fault in braid");
        assertEquals(
                List.of(
                        "INFO action=attach outcome=granted task=train-1 ips=10.100.0.7,2001:db8:100::7 key=key1 grant=g1"
                                + " pid=4242 uid=0 gid=5 command=braid cgroup=\"/kubepods/pod 1\" netns=4026531840",
                        "WARNING action=attach outcome=refused reason=grant-required task=train-1 ips=- key=- grant=-"
                                + " pid=4242 uid=0 gid=5 command=braid cgroup=\"/kubepods/pod 1\" netns=4026531840"
                                + " why=\"it came without one\"",
                        "WARNING action=expire outcome=withdrawn reason=grant-expired task=t ips=- key=k grant=- by=braid",
                        "WARNING action=detach outcome=failed reason=fault task=- ips=- key=- grant=- pid=- uid=- gid=-"
                                + " command=- cgroup=- netns=- why=\"internal fault in braid\""),
                lines);
    }

    @Test
    void spoofsNameWhoAttachedTheTask() {
        List<String> ips = List.of("10.100.0.7");
        assertTrue(audit.dropped("train-1", ips, "source-not-owned", 3));
        audit.granted(attach("train-1"));
        assertTrue(audit.dropped("train-1", ips, "source-not-owned", 4));
        audit.granted(AuditEvent.of(AuditAction.DETACH, ASKER, "train-1"));
        assertTrue(audit.dropped("train-1", ips, "source-not-owned", 5));
        String begin = "WARNING action=spoof outcome=dropped reason=source-not-owned packets=";
        String unknown = " pid=- uid=- gid=- command=- cgroup=- netns=-";
        assertEquals(begin + "3 task=train-1 ips=10.100.0.7 key=- grant=-" + unknown, lines.get(0));
        assertEquals(
                begin + "4 task=train-1 ips=10.100.0.7 key=- grant=-"
                        + " pid=4242 uid=0 gid=5 command=braid cgroup=\"/kubepods/pod 1\" netns=4026531840",
                lines.get(2));
        assertEquals(begin + "5 task=train-1 ips=10.100.0.7 key=- grant=-" + unknown, lines.get(4));
    }

    @Test
    void ofManySpoofsFewAreTold() {
        int told = 0;
        for (int i = 0; i < 500; i++) {
            told += audit.dropped("t", List.of(), "source-not-owned", 1) ? 1 : 0;
        }
        assertEquals(10, told);
        assertTrue(audit.dropped("t", List.of(), "bad-arp", 1), "another matter");
        assertTrue(audit.dropped("u", List.of(), "source-not-owned", 1), "another task");
        now += 10_000_000_000L;
        assertTrue(audit.dropped("t", List.of(), "source-not-owned", 1));
        assertFalse(audit.dropped("t", List.of(), "source-not-owned", 1));
    }

    @Test
    void noValueCanForgeAWordOrALine() {
        audit.refused(
                new AuditEvent(
                        AuditAction.ATTACH,
                        new Asker(1, 0, 0, "a\nINFO action=attach", "/x\" outcome=granted \\", 1),
                        "t outcome=granted\r\n12:00:00 INFO audit: action=attach\u0085\u2028\u001b[31m",
                        List.of("10.0.0.1 outcome=granted", "\0"),
                        "-",
                        "",
                        false,
                        null),
                "bad-request",
                "x\n".repeat(1000));
        String line = lines.getFirst();
        assertTrue(line.chars().allMatch(c -> c >= ' ' && c < 0x7f), line);
        // Quoted text aside, there is one outcome.
        String unquoted = line.replaceAll("\"(?:[^\"\\\\]|\\\\.)*\"", "Q");
        assertEquals(
                "WARNING action=attach outcome=refused reason=bad-request task=Q ips=Q key=Q grant=Q pid=1 uid=0 gid=0"
                        + " command=Q cgroup=Q netns=1 why=Q",
                unquoted);
        assertTrue(line.length() < 2000, () -> "it has " + line.length());
    }

    @Test
    void tokensAreLeftOut() {
        String token = "eyJhbGciOiJFZERTQSJ9.eyJzdWIiOiJ0In0.c2lnbmF0dXJlLXNpZ25hdHVyZQ";
        audit.refused(
                attach(token).withGrant(token, token).withIps(List.of(token)), "x", "Unrecognized '" + token + "'");
        assertTrue(!lines.getFirst().contains("eyJ") && !lines.getFirst().contains("c2ln"), lines.getFirst());
    }

    @Test
    void aHundredOfOneAndAThousandOfAllThenFewer() {
        for (int i = 0; i < 500; i++) {
            audit.refused(attach("t"), "x", "again");
        }
        assertEquals(100, lines.size(), "the same again and again");
        now += 60_000_000_000L;
        audit.refused(attach("t"), "x", "again");
        assertEquals(101, lines.size());
        assertTrue(lines.getLast().endsWith(" left-out=400"), lines.getLast());
        audit.refused(attach("t"), "x", "again");
        assertEquals(101, lines.size());
        lines.clear();
        for (int i = 0; i < 5000; i++) {
            audit.refused(attach("t" + i), "x", "another");
        }
        assertTrue(lines.size() <= LineBudget.MOST && lines.size() > LineBudget.MOST - 100, () -> "" + lines.size());
        int before = lines.size();
        audit.granted(attach("hidden"));
        assertEquals(before + 1, lines.size(), "what was done is always told");
        now += 1_000_000_000L;
        audit.refused(attach("later"), "x", "y");
        assertEquals(before + 2, lines.size());
    }
}
