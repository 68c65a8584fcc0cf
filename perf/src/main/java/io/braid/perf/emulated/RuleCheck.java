package io.braid.perf.emulated;

import io.braid.perf.report.Check;
import java.time.Duration;
import java.util.List;

/** Whether a flow rule puts an address's packets into the queue that it names: {@link RuleProbe} in the guest counts what the guest's kernel sends. */
final class RuleCheck {
    static final String NAME = "steering.rules";

    /** The first address to queue 0, the second to queue 1. */
    static final String STRAIGHT = "straight";
    /** The other way round. */
    static final String CROSSED = "crossed";

    private static final Duration LIMIT = Duration.ofSeconds(90);

    private RuleCheck() {}

    static Check of(Guest guest) throws InterruptedException {
        String device = RuleProbe.INTERFACE;
        String first = RuleProbe.PREFIX + RuleProbe.FIRST;
        String second = RuleProbe.PREFIX + RuleProbe.SECOND;
        return judge(
                guest.run("""
                rm -f /tmp/rules.done
                { (jvm io.braid.perf.emulated.RuleProbe) >/tmp/rules.out 2>/tmp/probe.log; echo $? >/tmp/rules.done; } &
                until ip link show dev DEVICE >/dev/null 2>&1 || [ -e /tmp/rules.done ]; do sleep 0.2; done
                ip link set DEVICE up
                ip addr add 10.9.0.1/24 dev DEVICE
                ip neigh replace FIRST lladdr 02:00:00:00:09:02 dev DEVICE nud permanent
                ip neigh replace SECOND lladdr 02:00:00:00:09:03 dev DEVICE nud permanent
                until [ -e /tmp/rules.done ]; do
                    for i in {1..16}; do
                        echo x >/dev/udp/FIRST/$((5000 + i)); echo x >/dev/udp/SECOND/$((5000 + i))
                    done 2>/dev/null
                    sleep 0.05
                done
                cat /tmp/rules.out
                [ "$(</tmp/rules.done)" = 0 ] || { tail -5 /tmp/probe.log; exit 1; }
                """.replace("DEVICE", device).replace("FIRST", first).replace("SECOND", second), LIMIT));
    }

    /** @param output of the probe */
    static Check judge(String output) {
        List<String> lines = output.strip().lines().toList();
        boolean ok = lines.size() == 2
                && lines.getFirst().startsWith(STRAIGHT + " ")
                && lines.getLast().startsWith(CROSSED + " ")
                && lines.stream().allMatch(RuleCheck::obeyed);
        return new Check(
                NAME,
                ok,
                "each address's packets in the queue that its rule names, and after an exchange in the other",
                String.join("; ", lines));
    }

    private static boolean obeyed(String line) {
        String[] words = line.split(" ", -1);
        if (words.length != 5) {
            return false;
        }
        boolean obeyed = true;
        boolean straight = words[0].equals(STRAIGHT);
        for (int i = 0; i < 4; i++) {
            boolean wanted = straight == (i == 0 || i == 3);
            obeyed &= wanted == !words[i + 1].equals("0");
        }
        return obeyed;
    }
}
