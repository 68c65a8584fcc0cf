package io.braid.dataplane.neighbor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.braid.dataplane.neighbor.GatewayResolver.Request;
import io.braid.dataplane.neighbor.GatewayResolver.State;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GatewayResolverTest {
    private static final long MAC = 0x02_0000_0000_01L;
    private static final long OTHER = 0x02_0000_0000_02L;
    private static final long MILLI = 1_000_000;
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

    private final GatewayResolver resolver = new GatewayResolver();

    /** Near the wrap-around of {@link System#nanoTime}, which nothing may notice. */
    private long now = Long.MAX_VALUE - 5 * SECOND;

    private Request tickAfter(long nanos) {
        now += nanos;
        return resolver.tick(now);
    }

    private void reach() {
        resolver.linkUp(now);
        assertEquals(Request.ASK_ALL, resolver.tick(now));
        assertTrue(resolver.heard(MAC, true, now));
        assertEquals(State.REACHABLE, resolver.state());
        assertEquals(MAC, resolver.mac());
    }

    private void startRefreshing() {
        reach();
        assertEquals(Request.ASK_KNOWN, tickAfter(GatewayResolver.REFRESH_AFTER));
        assertEquals(State.REFRESHING, resolver.state());
    }

    @Test
    void whileTheLinkIsDownNothingIsAskedOrBelieved() {
        assertEquals(State.DOWN, resolver.state());
        assertEquals(Request.NONE, resolver.tick(now));
        assertFalse(resolver.heard(MAC, true, now));
        assertEquals(Request.NONE, tickAfter(100 * SECOND));
        assertEquals(0, resolver.mac());
    }

    @Test
    void asksAtOnceWhenTheLinkComesUp() {
        resolver.linkUp(now);
        assertEquals(State.ASKING, resolver.state());
        assertEquals(Request.ASK_ALL, resolver.tick(now));
        assertEquals(Request.NONE, resolver.tick(now));
        assertEquals(0, resolver.mac());
    }

    @Test
    void asksEverMoreSlowlyAndNeverGivesUp() {
        resolver.linkUp(now);
        List<Long> pauses = new ArrayList<>();
        long last = now;
        while (pauses.size() < 13) {
            if (resolver.tick(now) == Request.ASK_ALL) {
                pauses.add((now - last) / MILLI);
                last = now;
            }
            now += 10 * MILLI;
            assertEquals(State.ASKING, resolver.state());
        }
        assertEquals(
                List.of(0L, 100L, 200L, 400L, 800L, 1600L, 3200L, 6400L, 10000L, 10000L, 10000L, 10000L, 10000L),
                pauses);
    }

    @Test
    void backOffStartsOverAfterALinkFlap() {
        resolver.linkUp(now);
        for (int i = 0; i < 5; i++) {
            tickAfter(4 * SECOND);
        }
        resolver.linkDown();
        resolver.linkUp(now);
        assertEquals(Request.ASK_ALL, resolver.tick(now));
        assertEquals(Request.NONE, tickAfter(GatewayResolver.FIRST_RETRY - 1));
        assertEquals(Request.ASK_ALL, tickAfter(1));
    }

    @Test
    void secondReportOfTheSameLinkStateChangesNothing() {
        reach();
        resolver.linkUp(now);
        assertEquals(State.REACHABLE, resolver.state());
        assertEquals(MAC, resolver.mac());
    }

    @Test
    void answerIsBelievedUpToTheEndOfItsWindow() {
        resolver.linkUp(now);
        resolver.tick(now);
        assertTrue(resolver.heard(MAC, true, now + GatewayResolver.ANSWER_WINDOW));
        assertEquals(MAC, resolver.mac());
    }

    @Test
    void answerAfterItsWindowIsOnlyAReasonToAsk() {
        resolver.linkUp(now);
        for (int i = 0; i < 8; i++) {
            tickAfter(GatewayResolver.LAST_RETRY); // the next question is now far away
        }
        now += GatewayResolver.ANSWER_WINDOW + 1;
        assertFalse(resolver.heard(MAC, true, now));
        assertEquals(State.ASKING, resolver.state());
        assertEquals(0, resolver.mac());
        assertEquals(Request.ASK_ALL, resolver.tick(now));
        assertTrue(resolver.heard(MAC, true, now));
    }

    @Test
    void oneQuestionMakesOneAnswerBelievable() {
        reach();
        assertFalse(resolver.heard(OTHER, true, now), "the second answer to one question");
        assertEquals(MAC, resolver.mac());
    }

    @Test
    void refreshStartsOnTimeAndKeepsTheAddressInUse() {
        reach();
        assertEquals(Request.NONE, tickAfter(GatewayResolver.REFRESH_AFTER - 1));
        assertEquals(Request.ASK_KNOWN, tickAfter(1));
        assertEquals(State.REFRESHING, resolver.state());
        assertEquals(MAC, resolver.mac(), "packets go on during a refresh");
        assertFalse(resolver.heard(MAC, true, now + MILLI), "nothing changed");
        assertEquals(State.REACHABLE, resolver.state());
        assertEquals(Request.NONE, tickAfter(GatewayResolver.REFRESH_AFTER));
        assertEquals(Request.ASK_KNOWN, tickAfter(MILLI), "counted from the last answer");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void refreshAnsweredAtAnyTryKeepsThePath(int attempt) {
        startRefreshing();
        for (int i = 1; i < attempt; i++) {
            assertEquals(Request.ASK_KNOWN, tickAfter(GatewayResolver.REFRESH_RETRY));
        }
        assertFalse(resolver.heard(MAC, true, now));
        assertEquals(State.REACHABLE, resolver.state());
        // The next refresh has all its tries again.
        assertEquals(Request.ASK_KNOWN, tickAfter(GatewayResolver.REFRESH_AFTER));
        assertEquals(Request.ASK_KNOWN, tickAfter(GatewayResolver.REFRESH_RETRY));
        assertEquals(Request.ASK_KNOWN, tickAfter(GatewayResolver.REFRESH_RETRY));
        assertEquals(State.REFRESHING, resolver.state());
    }

    @Test
    void refreshWithoutAnswerForgetsTheAddressAndAsksEveryone() {
        startRefreshing();
        for (int i = 1; i < GatewayResolver.REFRESH_TRIES; i++) {
            assertEquals(Request.NONE, tickAfter(GatewayResolver.REFRESH_RETRY - 1));
            assertEquals(Request.ASK_KNOWN, tickAfter(1));
            assertEquals(MAC, resolver.mac());
        }
        assertEquals(Request.ASK_ALL, tickAfter(GatewayResolver.REFRESH_RETRY));
        assertEquals(State.ASKING, resolver.state());
        assertEquals(0, resolver.mac());
        assertTrue(resolver.heard(OTHER, true, now));
        assertEquals(OTHER, resolver.mac());
    }

    @Test
    void refreshCanShowANewAddress() {
        startRefreshing();
        assertTrue(resolver.heard(OTHER, true, now));
        assertEquals(OTHER, resolver.mac());
        assertEquals(State.REACHABLE, resolver.state());
    }

    @Test
    void unaskedClaimChangesNothingButIsLookedInto() {
        reach();
        now += 5 * SECOND;
        assertFalse(resolver.heard(OTHER, false, now));
        assertEquals(MAC, resolver.mac());
        assertEquals(State.REACHABLE, resolver.state());
        assertEquals(Request.ASK_ALL, resolver.tick(now));
        assertEquals(Request.NONE, resolver.tick(now));
        assertTrue(resolver.heard(OTHER, true, now), "the gateway itself says so");
        assertEquals(OTHER, resolver.mac());
    }

    @Test
    void unaskedClaimWhileAskingIsNotBelieved() {
        resolver.linkUp(now);
        resolver.tick(now);
        assertFalse(resolver.heard(OTHER, false, now));
        assertEquals(0, resolver.mac());
        assertTrue(resolver.heard(MAC, true, now));
    }

    @Test
    void unaskedConfirmationIsNoReasonToAsk() {
        reach();
        assertFalse(resolver.heard(MAC, false, now));
        assertEquals(Request.NONE, resolver.tick(now));
    }

    @Test
    void liarCausesAtMostOneQuestionASecond() {
        reach();
        int questions = 0;
        for (int i = 0; i < 5000; i++) {
            now += MILLI;
            resolver.heard(OTHER + i, false, now);
            Request request = resolver.tick(now);
            if (request == Request.ASK_ALL) {
                questions++;
                resolver.heard(MAC, true, now);
            }
            assertEquals(MAC, resolver.mac());
        }
        assertTrue(questions >= 4 && questions <= 6, questions + " questions in 5 s");
    }

    @Test
    void liarCannotKeepARefreshFromHappening() {
        reach();
        boolean refreshed = false;
        for (int i = 0; i < 30_000 && !refreshed; i++) {
            now += MILLI;
            resolver.heard(OTHER, false, now);
            refreshed = resolver.tick(now) == Request.ASK_KNOWN;
        }
        assertTrue(refreshed);
    }

    @Test
    void linkLossForgetsTheAddressAndAnyOpenQuestion() {
        reach();
        now += GatewayResolver.REFRESH_AFTER;
        resolver.tick(now);
        resolver.heard(OTHER, false, now);
        resolver.linkDown();
        assertEquals(State.DOWN, resolver.state());
        assertEquals(0, resolver.mac());
        assertEquals(Request.NONE, resolver.tick(now));
        resolver.linkUp(now);
        assertFalse(resolver.heard(MAC, true, now), "an answer to a question of before the loss");
        assertEquals(0, resolver.mac());
        assertEquals(Request.ASK_ALL, resolver.tick(now));
        assertTrue(resolver.heard(MAC, true, now));
    }
}
