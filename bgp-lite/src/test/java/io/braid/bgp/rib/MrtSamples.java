package io.braid.bgp.rib;

import io.braid.bgp.wire.AsPath;
import io.braid.bgp.wire.Attribute;
import io.braid.bgp.wire.Community;
import io.braid.bgp.wire.Family;
import io.braid.bgp.wire.IpAddress;
import io.braid.bgp.wire.Keepalive;
import io.braid.bgp.wire.Message;
import io.braid.bgp.wire.MessageEncoder;
import io.braid.bgp.wire.NextHop;
import io.braid.bgp.wire.Nlri;
import io.braid.bgp.wire.Origin;
import io.braid.bgp.wire.PathAttributes;
import io.braid.bgp.wire.Prefix;
import io.braid.bgp.wire.Update;
import java.io.ByteArrayOutputStream;
import java.time.Instant;
import java.util.List;

/** A session's life as a dump. */
final class MrtSamples {
    static final Instant AT = Instant.ofEpochSecond(1_700_000_000L, 123_456_789);
    static final MrtSession V4 = new MrtSession(
            4_200_000_001L, 65017, 3, IpAddress.parse("192.0.2.0"), IpAddress.parse("192.0.2.1"), true, false);
    static final MrtSession V6 =
            new MrtSession(65000, 65017, 0, IpAddress.parse("2001:db8::"), IpAddress.parse("2001:db8::1"), true, false);

    private static final PathAttributes ATTRIBUTES = PathAttributes.of(Origin.IGP, AsPath.of(4_200_000_001L))
            .with(new Attribute.Med(7))
            .with(new Attribute.Communities(List.of(Community.NO_EXPORT)));

    private MrtSamples() {}

    static Message announcement4() {
        return AdjRibInTest.announce(IpAddress.parse("192.0.2.0"), ATTRIBUTES, Nlri.of(Prefix.parse("10.100.0.7/32")));
    }

    static Message announcement6() {
        var reach = new Update.Reach(
                Family.IPV6_UNICAST,
                NextHop.of(IpAddress.parse("2001:db8::1")),
                List.of(Nlri.of(Prefix.parse("2001:db8:100::7/128"))));
        return Update.announce(ATTRIBUTES, reach);
    }

    static void write(MrtWriter writer, MrtSession session, MrtWriter.Direction direction, Message message) {
        new MessageEncoder(Fixture.EXTERNAL)
                .encode(
                        message,
                        (buffer, offset, length) -> writer.message(AT, session, direction, buffer, offset, length));
    }

    /** Up, a route each way, a withdrawal, and down. */
    static byte[] life(boolean microseconds) {
        var out = new ByteArrayOutputStream();
        var writer = new MrtWriter(microseconds, out::write);
        writer.stateChange(AT, V4, 5, 6);
        write(writer, V4, MrtWriter.Direction.RECEIVED, new Keepalive());
        write(writer, V4, MrtWriter.Direction.RECEIVED, announcement4());
        write(writer, V6, MrtWriter.Direction.RECEIVED, announcement6());
        write(
                writer,
                V4,
                MrtWriter.Direction.RECEIVED,
                Update.withdraw(Family.IPV4_UNICAST, List.of(Nlri.of(Prefix.parse("10.100.0.8/32")))));
        write(writer, V4, MrtWriter.Direction.SENT, announcement4());
        writer.stateChange(AT, V6, 6, 1);
        return out.toByteArray();
    }

    /** Two paths to a prefix, in a session with path numbers. */
    static byte[] paths() {
        var out = new ByteArrayOutputStream();
        var writer = new MrtWriter(false, out::write);
        var session = new MrtSession(65000, 65017, 0, V4.peer(), V4.local(), true, true);
        Prefix prefix = Prefix.parse("10.100.0.7/32");
        Message two = AdjRibInTest.announce(V4.peer(), ATTRIBUTES, new Nlri(prefix, 1), new Nlri(prefix, 2));
        new MessageEncoder(Fixture.ADD_PATH)
                .encode(
                        two,
                        (buffer, offset, length) ->
                                writer.message(AT, session, MrtWriter.Direction.RECEIVED, buffer, offset, length));
        return out.toByteArray();
    }
}
