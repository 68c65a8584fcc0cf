package io.braid.bgp.session;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.braid.bgp.session.HostileCorpus.Misbehaviour;
import java.io.IOException;
import java.net.SocketException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Plays one misbehaviour against the {@link HostileWorld}. What a step means is said in the corpus' README.md. */
final class HostileScript implements AutoCloseable {
    private static final Duration LIMIT = Duration.ofSeconds(15);

    /** The victim did not go along with a session. */
    private static final class Refused extends IOException {
        private static final long serialVersionUID = 1L;

        Refused(String what) {
            super(what);
        }
    }

    private final HostileWorld world;
    private final Misbehaviour misbehaviour;
    private final List<HostileConnection> connections = new ArrayList<>();
    private String from = HostileWorld.EXTERNAL;
    private String head = "{HEAD}";
    private String capabilities = "{CAPS}";
    private Peer peer;
    private HostileChecks checks;

    HostileScript(HostileWorld world, Misbehaviour misbehaviour) {
        this.world = world;
        this.misbehaviour = misbehaviour;
        this.peer = world.externalPeer;
        this.checks = new HostileChecks(peer, world.external);
    }

    void play() throws Exception {
        for (String step : misbehaviour.steps()) {
            try {
                play(step);
            } catch (AssertionError | RuntimeException | IOException e) {
                throw new AssertionError(
                        misbehaviour.place() + " at '" + shortened(step) + "': " + e.getMessage()
                                + "\nthe victim's view: "
                                + peer.history().reversed().stream().limit(6).toList(),
                        e);
            }
        }
    }

    private static String shortened(String step) {
        return step.length() > 150 ? step.substring(0, 150) + "..." : step;
    }

    private void play(String step) throws Exception {
        int space = step.indexOf(' ');
        String word = space < 0 ? step : step.substring(0, space);
        String rest = space < 0 ? "" : step.substring(space + 1).strip();
        switch (word) {
            case "internal" -> {
                from = HostileWorld.INTERNAL;
                head = "{IHEAD}";
                capabilities = "{ICAPS}";
                peer = world.internalPeer;
                checks = new HostileChecks(peer, world.internal);
            }
            case "connect" -> connect();
            case "open" -> send(HostileBytes.open(rest.isEmpty() ? head + "|" + capabilities : rest));
            case "parameters" -> send(HostileBytes.parameters(rest));
            case "keepalive" -> send(HostileBytes.message(4, new byte[0]));
            case "raw" -> send(HostileBytes.parse(rest));
            case "message" -> send(message(rest));
            case "update" -> send(HostileBytes.update(rest));
            case "up" -> up(rest.isEmpty() ? capabilities : rest);
            case "up-at-last" -> upAtLast();
            case "drip" -> drip(rest);
            case "repeat" -> repeat(rest);
            case "pause" -> Thread.sleep(Long.parseLong(rest));
            case "half-close" -> last().halfClose();
            case "reset" -> last().reset();
            case "close" -> last().close();
            case "first" -> connections.add(connections.getFirst()); // goes on with the first connection
            case "again" -> again();
            case "storm" -> storm(rest);
            case "cycle" -> cycle(rest);
            case "crowd" -> crowd(Integer.parseInt(rest));
            case "told" -> checks.told(last(), rest);
            case "ends" -> checks.ends(last());
            case "stays" -> checks.stays(last());
            default -> checks.check(word, rest);
        }
    }

    private HostileConnection last() throws Exception {
        return connections.isEmpty() ? connect() : connections.getLast();
    }

    /** The first one waits until the victim takes connections again after what was before. */
    private HostileConnection connect() throws Exception {
        if (connections.isEmpty()) {
            Await.until("the victim waits", () -> peer.state() == SessionState.ACTIVE);
            checks.begin();
        }
        var connection = new HostileConnection(from, HostileWorld.VICTIM, world.port);
        connections.add(connection);
        return connection;
    }

    /** All connections end; what follows is another session, as soon as the victim takes one. */
    private void again() throws IOException {
        for (HostileConnection connection : connections) {
            connection.close();
        }
        connections.clear();
    }

    private void send(byte[] bytes) throws Exception {
        last().send(bytes);
    }

    private static byte[] message(String typeAndBody) {
        byte[] bytes = HostileBytes.parse(typeAndBody);
        return HostileBytes.message(bytes[0] & 0xFF, Arrays.copyOfRange(bytes, 1, bytes.length));
    }

    private void up(String said) throws Exception {
        HostileConnection connection = connect();
        connection.send(HostileBytes.open(said.contains("|") ? said : head + "|" + said));
        if (connection.receive(1) == null) {
            throw new Refused("no OPEN came");
        }
        send(HostileBytes.message(4, new byte[0]));
        if (connection.receive(4) == null) {
            throw new Refused("no KEEPALIVE came");
        }
        Await.until("established", () -> peer.state() == SessionState.ESTABLISHED);
    }

    /** Connections that were reset may still wait to be accepted; each of them makes the victim pause. */
    private void upAtLast() throws Exception {
        long end = System.nanoTime() + LIMIT.toNanos();
        while (true) {
            again();
            try {
                up(capabilities);
                return;
            } catch (SocketException | Refused e) {
                if (System.nanoTime() - end > 0) {
                    throw new AssertionError("never up", e);
                }
            }
        }
    }

    /** One byte at a time, until the other end has had enough. */
    private void drip(String millisAndBytes) throws Exception {
        String[] parts = millisAndBytes.split(" ", 2);
        for (byte b : HostileBytes.parse(parts[1])) {
            if (!last().send(new byte[] {b})) {
                return;
            }
            Thread.sleep(Long.parseLong(parts[0]));
        }
    }

    private void repeat(String timesAndStep) throws Exception {
        String[] parts = timesAndStep.split(" ", 2);
        for (int i = 0; i < Integer.parseInt(parts[0]); i++) {
            play(parts[1]);
        }
    }

    /** Connections one after the other, each of which sends something and resets. */
    private void storm(String timesAndBytes) throws Exception {
        String[] parts = timesAndBytes.split(" ", 2);
        byte[] bytes = parts.length > 1 ? HostileBytes.parse(parts[1]) : new byte[0];
        int resets = 0;
        for (int i = 0; i < Integer.parseInt(parts[0]); i++) {
            try (var connection = new HostileConnection(from, HostileWorld.VICTIM, world.port)) {
                connection.send(bytes);
                connection.reset();
            } catch (SocketException e) {
                resets++; // the victim was faster
            }
        }
        assertTrue(resets < Integer.parseInt(parts[0]), "no connection was taken");
    }

    /** Sessions that come up one after the other and end by a step, or by a reset of the connection. */
    private void cycle(String timesAndStep) throws Exception {
        String[] parts = timesAndStep.split(" ", 2);
        for (int i = 0; i < Integer.parseInt(parts[0]); i++) {
            if (i > 0) {
                Await.until("the victim waits", () -> peer.state() == SessionState.ACTIVE);
            }
            up(capabilities);
            play(parts.length > 1 ? parts[1] : "reset");
            Await.until("down", () -> peer.state() != SessionState.ESTABLISHED);
            last().close();
        }
    }

    /** Connections that stand and say nothing; the victim keeps two of them at most. */
    private void crowd(int count) throws Exception {
        connect();
        long accepted = peer.counters().count(PeerCounters.Event.ACCEPTED);
        long before = Await.openFiles();
        long end = System.nanoTime() + LIMIT.toNanos();
        for (int i = 0; i < count; i++) {
            connections.add(new HostileConnection(from, HostileWorld.VICTIM, world.port));
        }
        while (Await.openFiles() - before - count > 1
                || peer.counters().count(PeerCounters.Event.ACCEPTED) - accepted < 1) {
            if (System.nanoTime() - end > 0) {
                throw new AssertionError(Await.openFiles() - before - count + " more connections are kept");
            }
            Thread.sleep(2);
        }
    }

    @Override
    public void close() throws IOException {
        again();
        checks.settle();
    }
}
