package io.braid.linux;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The table against a played kernel: lost, interrupted, refused and forged answers. */
final class NetlinkTableTest {
    private static final int NEW = 16;
    private static final int DELETE = 17;
    private static final int MULTI = 2;

    private final FakeKernel kernel = new FakeKernel();
    private final NetlinkTable<Integer, LinkState> table = new NetlinkTable<>(kernel, new LinkCodec());
    private final Log log = new Log();

    @Test
    void reportsTheDumpThenSyncedThenEvents() {
        table.poll(log);
        assertEquals(List.of(1), kernel.dumps);
        kernel.say(dumped(1, 1, "lo"), dumped(1, 2, "up0"));
        kernel.say(Rtnetlink.done(1));
        table.poll(log);
        assertEquals(List.of("+lo", "+up0", "synced"), log.take());
        assertTrue(table.synced());

        kernel.say(Rtnetlink.link(NEW, 0, 0, 2, "up0", 0x1, 1500, 5));
        kernel.say(Rtnetlink.link(NEW, 0, 0, 2, "up0", 0x1, 1500, 5));
        kernel.say(Rtnetlink.link(DELETE, 0, 0, 2, "up0", 0, 1500, 5));
        kernel.say(Rtnetlink.link(DELETE, 0, 0, 2, "up0", 0, 1500, 5));
        table.poll(log);
        assertEquals(List.of("~up0", "-up0"), log.take(), "repeated events are reported once");
        assertEquals(Set.of(1), table.snapshot().keySet());
    }

    @Test
    void afterAnOverrunTheTableIsReadAgainAndDifferencesReported() {
        sync("lo", "up0", "up1");
        kernel.say(NetlinkTransport.OVERRUN);
        table.poll(log);
        assertEquals(List.of("overrun"), log.take());
        assertFalse(table.synced());
        assertEquals(List.of(1, 2), kernel.dumps);
        kernel.say(dumped(2, 1, "lo"), dumped(2, 3, "up1"), dumped(2, 9, "new"));
        kernel.say(Rtnetlink.done(2));
        table.poll(log);
        assertEquals(List.of("+new", "-up0", "synced"), log.take());
        assertEquals(1, table.overruns());
    }

    @Test
    void anOverrunDuringADumpLeadsToASecondDumpAfterTheFirst() {
        table.poll(log);
        kernel.say(dumped(1, 1, "lo"));
        kernel.say(NetlinkTransport.OVERRUN);
        table.poll(log);
        assertEquals(List.of(1), kernel.dumps, "the kernel runs one dump per socket");
        kernel.say(Rtnetlink.done(1));
        table.poll(log);
        assertEquals(List.of("+lo", "overrun"), log.take());
        assertEquals(List.of(1, 2), kernel.dumps);
        kernel.say(dumped(2, 1, "lo"));
        kernel.say(Rtnetlink.done(2));
        table.poll(log);
        assertEquals(List.of("synced"), log.take());
    }

    @Test
    void anInterruptedDumpIsRepeated() {
        table.poll(log);
        kernel.say(Rtnetlink.link(NEW, MULTI | 0x10, 1, 1, "lo", 1, 1500, 5));
        kernel.say(Rtnetlink.done(1));
        table.poll(log);
        assertEquals(List.of("+lo"), log.take());
        assertFalse(table.synced());
        assertEquals(List.of(1, 2), kernel.dumps);
    }

    @Test
    void aLostEndOfADumpDoesNotStopTheTableForEver() {
        table.poll(log);
        kernel.say(NetlinkTransport.TRUNCATED);
        table.poll(log);
        assertEquals(List.of(1, 2), kernel.dumps);
        kernel.say(Rtnetlink.error(2, Errno.EBUSY)); // the first one still runs
        kernel.say(dumped(1, 66, "stale"));
        table.poll(log);
        assertEquals(List.of(1, 2, 3), kernel.dumps);
        kernel.say(dumped(3, 1, "lo"));
        kernel.say(Rtnetlink.done(3));
        table.poll(log);
        assertEquals(List.of("overrun", "+lo", "synced"), log.take());
        assertEquals(1, table.malformed());
    }

    @Test
    void aRefusedDumpIsSaidAndTriedAgain() {
        table.poll(log);
        kernel.say(Rtnetlink.error(1, Errno.EPERM));
        LinuxException e = assertThrows(LinuxException.class, () -> table.poll(log));
        assertEquals("EPERM", e.errnoName());
        table.poll(log);
        assertEquals(List.of(1, 2), kernel.dumps);
    }

    @Test
    void anEventDuringTheDumpIsNotTakenForALeftover() {
        sync("lo");
        table.resync();
        table.poll(log);
        kernel.say(Rtnetlink.link(NEW, 0, 0, 8, "hot", 1, 1500, 5)); // too late to be in the dump
        kernel.say(dumped(2, 1, "lo"));
        kernel.say(Rtnetlink.done(2));
        table.poll(log);
        assertEquals(List.of("+hot", "synced"), log.take());
    }

    @Test
    void messagesOfOtherProcessesAreCountedAndSkipped() {
        sync("lo");
        kernel.say(NetlinkTransport.FOREIGN);
        table.poll(log);
        assertEquals(1, table.foreign());
        assertEquals(List.of(), log.take());
    }

    @Test
    void aListenerThatThrowsLosesNothing() {
        table.poll(log);
        kernel.say(dumped(1, 1, "lo"), dumped(1, 2, "up0"), Rtnetlink.done(1));
        NetlinkListener<LinkState> broken = new Log() {
            @Override
            public void changed(LinkState now, @Nullable LinkState previous) {
                throw new IllegalStateException("listener");
            }
        };
        assertThrows(IllegalStateException.class, () -> table.poll(broken));
        table.poll(log);
        assertEquals(List.of(1, 2), kernel.dumps);
        kernel.say(dumped(2, 1, "lo"), dumped(2, 2, "up0"), Rtnetlink.done(2));
        table.poll(log);
        assertEquals(List.of("+up0", "synced"), log.take());
    }

    @Test
    void onePollIsBounded() {
        sync("lo");
        for (int i = 0; i < NetlinkTable.DATAGRAMS_PER_POLL + 10; i++) {
            kernel.say(Rtnetlink.link(NEW, 0, 0, 2, "up0", 1, 1500 + i, 5));
        }
        assertEquals(NetlinkTable.DATAGRAMS_PER_POLL, table.poll(log));
        assertEquals(10, table.poll(log));
        assertEquals(0, table.poll(log));
    }

    private void sync(String... names) {
        table.poll(log);
        for (int i = 0; i < names.length; i++) {
            kernel.say(dumped(1, i + 1, names[i]));
        }
        kernel.say(Rtnetlink.done(1));
        table.poll(log);
        assertTrue(log.take().contains("synced"));
    }

    private static byte[] dumped(int sequence, int index, String name) {
        return Rtnetlink.link(NEW, MULTI, sequence, index, name, 0x10001, 1500, 5);
    }

    private static class Log implements NetlinkListener<LinkState> {
        private final List<String> lines = new ArrayList<>();

        @Override
        public void changed(LinkState now, @Nullable LinkState previous) {
            lines.add((previous == null ? "+" : "~") + now.name());
        }

        @Override
        public void removed(LinkState last) {
            lines.add("-" + last.name());
        }

        @Override
        public void overrun() {
            lines.add("overrun");
        }

        @Override
        public void synced() {
            lines.add("synced");
        }

        List<String> take() {
            List<String> taken = List.copyOf(lines);
            lines.clear();
            return taken;
        }
    }

    private static final class FakeKernel implements NetlinkTransport {
        private final Deque<Object> answers = new ArrayDeque<>();
        private final List<Integer> dumps = new ArrayList<>();

        void say(byte[]... messages) {
            answers.add(Rtnetlink.join(messages));
        }

        void say(int condition) {
            answers.add(condition);
        }

        @Override
        public int receive(ByteBuffer buffer) {
            return switch (answers.poll()) {
                case null -> EMPTY;
                case Integer condition -> condition;
                case byte[] datagram -> {
                    buffer.clear().put(datagram).flip();
                    yield datagram.length;
                }
                case Object other -> throw new IllegalStateException(String.valueOf(other));
            };
        }

        @Override
        public void requestDump(int sequence) {
            dumps.add(sequence);
        }

        @Override
        public void close() {}
    }
}
