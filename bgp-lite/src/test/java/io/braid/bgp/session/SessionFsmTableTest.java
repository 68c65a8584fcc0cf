package io.braid.bgp.session;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every state and every event of RFC 4271 section 8.2.2.
 *
 * <p>Events 14 and 15 (a connection comes, with a right or wrong address) are dealt with before the machine. 29 stands for
 * ROUTE-REFRESH (RFC 2918), 30 for the expiry of the send hold timer (RFC 9687).
 */
final class SessionFsmTableTest {
    /**
     * State, with "passive" or "delay" (DelayOpenTimer runs); events; next state; what is done; and whether a pause of
     * which kind follows: "failure" counts towards longer ones, "pause" does not, "-" is none.
     */
    private static final String TABLE = """
            IDLE             | 1,3,6               | CONNECT      | connect                        | -
            IDLE passive     | 1,3,4,5,6,7         | ACTIVE       |                                | -
            IDLE             | 13                  | CONNECT      | connect                        | -
            IDLE passive     | 13                  | ACTIVE       |                                | -
            IDLE             | 2,8-12,16-30        | IDLE         |                                | -

            CONNECT          | 1,3-7               | CONNECT      |                                | -
            CONNECT          | 2                   | IDLE         | drop                           | -
            CONNECT          | 8                   | IDLE         | drop                           | failure
            CONNECT          | 9                   | CONNECT      | drop connect                   | -
            CONNECT          | 12                  | OPEN_SENT    | OPEN                           | -
            CONNECT          | 16,17               | OPEN_SENT    | OPEN                           | -
            CONNECT          | 18                  | ACTIVE       | drop                           | -
            CONNECT          | 10,11,13,19,21-30   | IDLE         | drop                           | failure
            CONNECT delay    | 1,3-7               | CONNECT      |                                | -
            CONNECT delay    | 2                   | IDLE         | drop                           | -
            CONNECT delay    | 8                   | IDLE         | drop                           | failure
            CONNECT delay    | 9                   | CONNECT      | drop connect                   | -
            CONNECT delay    | 12                  | OPEN_SENT    | OPEN                           | -
            CONNECT delay    | 18                  | ACTIVE       | drop                           | -
            CONNECT delay    | 20                  | OPEN_CONFIRM | OPEN agreed KEEPALIVE          | -
            CONNECT delay    | 24                  | IDLE         | drop                           | pause
            CONNECT delay    | 10,11,13,21-23,25-30| IDLE         | drop                           | failure

            ACTIVE           | 1,3-7               | ACTIVE       |                                | -
            ACTIVE           | 2                   | IDLE         | drop                           | -
            ACTIVE           | 8                   | IDLE         | drop                           | failure
            ACTIVE           | 9                   | CONNECT      | drop connect                   | -
            ACTIVE           | 12                  | OPEN_SENT    | OPEN                           | -
            ACTIVE           | 16,17               | OPEN_SENT    | OPEN                           | -
            ACTIVE           | 10,11,13,18,19,21-30| IDLE         | drop                           | failure
            ACTIVE delay     | 20                  | OPEN_CONFIRM | OPEN agreed KEEPALIVE          | -
            ACTIVE delay     | 24                  | IDLE         | drop                           | pause
            ACTIVE delay     | 18,21-23,25-30      | IDLE         | drop                           | failure
            ACTIVE passive   | 16,17               | OPEN_SENT    | OPEN                           | -

            OPEN_SENT        | 1,3-7,16,17         | OPEN_SENT    |                                | -
            OPEN_SENT        | 2                   | IDLE         | drop:6/2                       | -
            OPEN_SENT        | 8                   | IDLE         | drop:6/2                       | failure
            OPEN_SENT        | 10                  | IDLE         | drop:4/0                       | failure
            OPEN_SENT        | 18                  | ACTIVE       | drop                           | -
            OPEN_SENT passive| 18                  | ACTIVE       | drop                           | -
            OPEN_SENT        | 19                  | OPEN_CONFIRM | agreed KEEPALIVE               | -
            OPEN_SENT        | 21                  | IDLE         | drop:1/1                       | failure
            OPEN_SENT        | 22                  | IDLE         | drop:2/2                       | failure
            OPEN_SENT        | 23                  | IDLE         | drop:6/7                       | failure
            OPEN_SENT        | 24                  | IDLE         | drop                           | pause
            OPEN_SENT        | 25                  | IDLE         | drop                           | failure
            OPEN_SENT        | 9,11-13,26-29       | IDLE         | drop:5/1                       | failure
            OPEN_SENT        | 30                  | IDLE         | drop drop                      | failure

            OPEN_CONFIRM     | 1,3-7,16,17         | OPEN_CONFIRM |                                | -
            OPEN_CONFIRM     | 2                   | IDLE         | drop:6/2                       | -
            OPEN_CONFIRM     | 8                   | IDLE         | drop:6/2                       | failure
            OPEN_CONFIRM     | 10                  | IDLE         | drop:4/0                       | failure
            OPEN_CONFIRM     | 11                  | OPEN_CONFIRM | KEEPALIVE                      | -
            OPEN_CONFIRM     | 18,25               | IDLE         | drop                           | failure
            OPEN_CONFIRM     | 21                  | IDLE         | drop:1/1                       | failure
            OPEN_CONFIRM     | 22                  | IDLE         | drop:2/2                       | failure
            OPEN_CONFIRM     | 23                  | IDLE         | drop:6/7                       | failure
            OPEN_CONFIRM     | 24                  | IDLE         | drop                           | pause
            OPEN_CONFIRM     | 26                  | ESTABLISHED  | up                             | -
            OPEN_CONFIRM     | 9,12,13,19,27-29    | IDLE         | drop:5/2                       | failure
            OPEN_CONFIRM     | 30                  | IDLE         | drop drop                      | failure

            ESTABLISHED      | 1,3-7,16,17         | ESTABLISHED  |                                | -
            ESTABLISHED      | 2                   | IDLE         | drop:6/2 down:STOPPED          | -
            ESTABLISHED      | 8                   | IDLE         | drop:6/2 down:STOPPED          | failure
            ESTABLISHED      | 10                  | IDLE         | drop:4/0 down:HOLD_EXPIRED     | failure
            ESTABLISHED      | 11                  | ESTABLISHED  | KEEPALIVE                      | -
            ESTABLISHED      | 18                  | IDLE         | drop down:CONNECTION_LOST      | failure
            ESTABLISHED      | 21                  | IDLE         | drop:1/1 down:PROTOCOL_ERROR   | failure
            ESTABLISHED      | 23                  | IDLE         | drop:6/7 down:REPLACED         | failure
            ESTABLISHED      | 24,25               | IDLE         | drop down:PEER_NOTIFIED        | failure
            ESTABLISHED      | 26                  | ESTABLISHED  |                                | -
            ESTABLISHED      | 27                  | ESTABLISHED  | routes                         | -
            ESTABLISHED      | 28                  | IDLE         | drop:3/1 down:PROTOCOL_ERROR   | failure
            ESTABLISHED      | 29                  | ESTABLISHED  | refresh                        | -
            ESTABLISHED      | 9,12,13,19,22       | IDLE         | drop:5/3 down:PROTOCOL_ERROR   | failure
            ESTABLISHED      | 30                  | IDLE         | drop drop down:SEND_HOLD_EXPIRED | failure
            """;

    record Row(SessionState state, String variant, int event, SessionState after, String done, String pause) {}

    static List<Row> rows() {
        var rows = new ArrayList<Row>();
        TABLE.lines().filter(l -> !l.isBlank()).forEach(line -> {
            String[] cells =
                    Arrays.stream(line.split("\\|", -1)).map(String::strip).toArray(String[]::new);
            List<String> state = List.of(cells[0].split(" ", -1));
            events(cells[1])
                    .forEach(e -> rows.add(new Row(
                            SessionState.valueOf(state.get(0)),
                            state.size() > 1 ? state.get(1) : "",
                            e,
                            SessionState.valueOf(cells[2]),
                            cells[3],
                            cells[4])));
        });
        return rows;
    }

    private static IntStream events(String text) {
        return Stream.of(text.split(",", -1)).flatMapToInt(part -> {
            String[] range = part.strip().split("-", -1);
            return IntStream.rangeClosed(Integer.parseInt(range[0]), Integer.parseInt(range[range.length - 1]));
        });
    }

    @ParameterizedTest
    @MethodSource("rows")
    void eachEventInEachState(Row row) {
        boolean delay = row.variant.equals("delay");
        TimerConfig times = TimerConfig.DEFAULT.withDelayOpen(delay ? Duration.ofSeconds(10) : Duration.ZERO);
        FsmFixture f = new FsmFixture(times, row.variant.equals("passive")).to(row.state);
        if (delay) {
            assertEquals("", FsmFixture.text(f.handle(new SessionEvent.Connected())));
            assertEquals(row.state, f.fsm.state(), "waits for the peer's OPEN");
        }
        int failures = f.idleHold.failures();
        List<SessionAction> actions = f.handle(FsmFixture.event(row.event));

        assertEquals(row.done, FsmFixture.text(actions));
        assertEquals(row.after, f.fsm.state());
        boolean pause = row.pause.equals("failure") || row.pause.equals("pause");
        assertEquals(pause, f.fsm.timers().isRunning(SessionTimer.IDLE_HOLD), "a pause");
        assertEquals(row.pause.equals("failure") ? failures + 1 : failures, f.idleHold.failures(), "failures");
        List<String> moves = actions.stream()
                .filter(SessionAction.Moved.class::isInstance)
                .map(SessionAction.Moved.class::cast)
                .map(m -> m.from() + ">" + m.to())
                .toList();
        assertEquals(row.state == row.after ? List.of() : List.of(row.state + ">" + row.after), moves);
        assertEquals(
                expectedTimers(row, delay), running(f.fsm.timers()), "timers in " + row.after + " after " + row.event);
    }

    private static Set<SessionTimer> running(TimerSet timers) {
        var running = new HashSet<SessionTimer>();
        for (SessionTimer timer : SessionTimer.values()) {
            if (timers.isRunning(timer)) {
                running.add(timer);
            }
        }
        return running;
    }

    /** Which timers run in a state is the same whatever led there. */
    private static Set<SessionTimer> expectedTimers(Row row, boolean delay) {
        boolean passive = row.variant.equals("passive");
        return switch (row.after) {
            case IDLE -> row.pause.equals("-") ? Set.of() : Set.of(SessionTimer.IDLE_HOLD);
            case CONNECT ->
                delay && row.event != 9 ? Set.of(SessionTimer.DELAY_OPEN) : Set.of(SessionTimer.CONNECT_RETRY);
            case ACTIVE ->
                delay && row.event != 18
                        ? Set.of(SessionTimer.DELAY_OPEN)
                        : passive ? Set.of() : Set.of(SessionTimer.CONNECT_RETRY);
            case OPEN_SENT -> Set.of(SessionTimer.HOLD);
            case OPEN_CONFIRM, ESTABLISHED -> Set.of(SessionTimer.HOLD, SessionTimer.KEEPALIVE);
        };
    }

    @Test
    void nothingIsLeftOut() {
        for (SessionState state : SessionState.values()) {
            var seen = new HashSet<Integer>();
            rows().stream().filter(r -> r.state == state).forEach(r -> seen.add(r.event));
            Set<Integer> all = new HashSet<>();
            IntStream.rangeClosed(1, 30).filter(e -> e != 14 && e != 15).forEach(all::add);
            if (state != SessionState.CONNECT && state != SessionState.ACTIVE && state != SessionState.IDLE) {
                all.remove(20); // the DelayOpenTimer runs before OPEN is sent only
            }
            all.removeAll(seen);
            assertEquals(Set.of(), all, "events not in the table for " + state);
        }
    }
}
