package io.braid.bfd;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.braid.testing.Conclusive;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** Two engines with cables between them, before and after each test. */
abstract class EnginePair {
    static final Duration UP_LIMIT = Duration.ofSeconds(8);
    static final int CABLES = 3;

    @SuppressWarnings("NullAway.Init") // set before each test
    LabLink link;

    @SuppressWarnings("NullAway.Init")
    BfdEngine ours;

    @SuppressWarnings("NullAway.Init")
    BfdEngine theirs;

    final ChangeLog ourLog = new ChangeLog();
    final ChangeLog theirLog = new ChangeLog();
    private long socketsBefore;

    @BeforeEach
    void start() throws Exception {
        ourLog.clear();
        theirLog.clear();
        link = new LabLink(CABLES);
        socketsBefore = sockets();
        ours = BfdEngine.start(link.ours, BfdEngine.DEFAULT_PRIORITY);
        theirs = BfdEngine.start(link.peers, BfdEngine.DEFAULT_PRIORITY);
    }

    @AfterEach
    void stop() throws Exception {
        ours.close();
        theirs.close();
        assertEquals(socketsBefore, sockets(), "sockets, epoll and event descriptors left open");
        link.close();
    }

    /** Has a test done anew, from the start, when it failed while the machine stood still. */
    final void inTime(Conclusive.Round test) throws Exception {
        Conclusive.run(test, () -> {
            stop();
            start();
        });
    }

    private static long sockets() throws Exception {
        try (var fds = Files.list(Path.of("/proc/self/fd"))) {
            return fds.filter(fd -> {
                        try {
                            String target = Files.readSymbolicLink(fd).toString();
                            return target.startsWith("socket:") || target.startsWith("anon_inode:");
                        } catch (java.io.IOException e) {
                            return false; // the listing's own, closed by now
                        }
                    })
                    .count();
        }
    }

    BfdSession up(int cable, boolean v6) {
        BfdSession session = ours.add(LabLink.config(cable, v6, true, BfdTimers.FAST), ourLog);
        theirs.add(LabLink.config(cable, v6, false, BfdTimers.FAST), theirLog);
        ourLog.await(SessionState.UP, UP_LIMIT);
        theirLog.await(SessionState.UP, UP_LIMIT);
        awaitFast(session);
        ourLog.clear();
        theirLog.clear();
        return session;
    }

    /** Until both ends use the fast timers: ours has heard theirs, and theirs has answered ours. */
    static void awaitFast(BfdSession session) {
        LabLink.until("timers agreed", UP_LIMIT, () -> {
            SessionView view = session.status().view();
            return view.detectionTime().equals(Duration.ofMillis(150)) && !view.polling();
        });
    }
}
