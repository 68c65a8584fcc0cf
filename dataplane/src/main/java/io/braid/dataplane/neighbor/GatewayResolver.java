package io.braid.dataplane.neighbor;

import java.util.concurrent.TimeUnit;

/**
 * Decides when to ask a gateway for its MAC address and which answers to believe. Pure: time comes in, requests go out. The conductor's thread only.
 *
 * <pre>
 *   DOWN ─ link up ─► ASKING ─ answer ─► REACHABLE ─ 20 s ─► REFRESHING ─ 3 s without answer ─► ASKING
 *                      │ ▲ asks again after 0.1, 0.2, 0.4 ... 10 s,    │
 *                      └─┘ for ever                                    └─ answer ─► REACHABLE
 * </pre>
 *
 * An address is only taken from an answer to a question of ours that is still fresh. Anything else a neighbor says (gratuitous ARP, unsolicited or overheard
 * advertisements) at most makes us ask: a switch that fails over is noticed at once, and a liar must win the race of answering one of our questions, at most one a
 * second, to be believed until the next. A refresh starts well before the entry would expire, so a path does not blink. Times follow RFC 4861 section 10 but for the faster first retries.
 */
public final class GatewayResolver {
    /** Where resolution stands. */
    public enum State {
        /** The link is down. */
        DOWN,
        /** Asked, not answered: no address. */
        ASKING,
        /** Answered lately. */
        REACHABLE,
        /** Has an address and asks whether it still holds. */
        REFRESHING
    }

    /** What is to be sent now. */
    public enum Request {
        NONE,
        /** Ask all stations. */
        ASK_ALL,
        /** Ask the known address alone. */
        ASK_KNOWN
    }

    static final long REFRESH_AFTER = TimeUnit.SECONDS.toNanos(20);
    static final long REFRESH_RETRY = TimeUnit.SECONDS.toNanos(1);
    static final int REFRESH_TRIES = 3;
    static final long FIRST_RETRY = TimeUnit.MILLISECONDS.toNanos(100);
    static final long LAST_RETRY = TimeUnit.SECONDS.toNanos(10);
    static final long ANSWER_WINDOW = TimeUnit.SECONDS.toNanos(3);
    static final long DOUBT_INTERVAL = TimeUnit.SECONDS.toNanos(1);

    private State state = State.DOWN;
    private long mac;
    private long due;
    private long retry;
    private int tries;
    private long askedAt;
    private boolean asked;
    private boolean doubt;
    private long doubtedAt;
    private boolean doubted;

    /** The link came up: starts over. */
    public void linkUp(long now) {
        if (state == State.DOWN) {
            startAsking(now);
        }
    }

    /** The link went down: forgets the address. */
    public void linkDown() {
        state = State.DOWN;
        mac = 0;
        asked = false;
        doubt = false;
    }

    private void startAsking(long now) {
        state = State.ASKING;
        mac = 0;
        retry = FIRST_RETRY;
        due = now;
    }

    /**
     * A neighbor with the gateway's address named its MAC address.
     *
     * @param solicited whether it was a reply to us alone
     * @return whether the address in use changed
     */
    public boolean heard(long neighborMac, boolean solicited, long now) {
        if (state == State.DOWN) {
            return false;
        }
        boolean believable = solicited && asked && now - askedAt <= ANSWER_WINDOW;
        if (!believable) {
            // At most a question a second comes of it, however much is said.
            boolean rested = !doubted || now - doubtedAt >= DOUBT_INTERVAL;
            if (neighborMac != mac && rested) {
                doubt = true;
                doubted = true;
                doubtedAt = now;
            }
            return false;
        }
        boolean changed = neighborMac != mac;
        mac = neighborMac;
        state = State.REACHABLE;
        asked = false;
        doubt = false;
        tries = 0;
        due = now + REFRESH_AFTER;
        return changed;
    }

    /** What to send at {@code now}; call it every few milliseconds. */
    public Request tick(long now) {
        if (state == State.DOWN) {
            return Request.NONE;
        }
        if (doubt) {
            doubt = false;
            noteAsked(now);
            return Request.ASK_ALL;
        }
        if (now - due < 0) {
            return Request.NONE;
        }
        switch (state) {
            case REACHABLE -> {
                state = State.REFRESHING;
                tries = 0;
            }
            case REFRESHING -> {
                if (tries >= REFRESH_TRIES) {
                    startAsking(now);
                }
            }
            case ASKING, DOWN -> {}
        }
        noteAsked(now);
        if (state == State.REFRESHING) {
            tries++;
            due = now + REFRESH_RETRY;
            return Request.ASK_KNOWN;
        }
        due = now + retry;
        retry = Math.min(retry * 2, LAST_RETRY);
        return Request.ASK_ALL;
    }

    private void noteAsked(long now) {
        asked = true;
        askedAt = now;
    }

    public State state() {
        return state;
    }

    /** The address to send to (low 48 bits), or 0 when there is none. */
    public long mac() {
        return mac;
    }
}
