package io.braid.bgp.wire;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads capabilities: code (1), length (1), value (RFC 5492 section 4).
 *
 * <p>A value that has not its capability's form makes the capability one that is not understood, as RFC 7911 section 4
 * says of its own; the session goes on without it.
 */
final class CapabilityReader {
    private static final int ADD_PATH_RECEIVE = 1;
    private static final int ADD_PATH_SEND = 2;
    private static final int RESTARTING_BIT = 0x8000;
    private static final int NOTIFICATION_BIT = 0x4000;
    private static final int FORWARDING_BIT = 0x80;

    private CapabilityReader() {}

    /** Adds what is read to the list; returns whether the last capability was whole. */
    static boolean read(WireReader in, List<Capability> into) {
        while (in.remaining() > 0) {
            if (in.remaining() < 2) {
                return false;
            }
            int code = in.u8();
            int length = in.u8();
            if (length > in.remaining()) {
                return false;
            }
            int from = in.position();
            Capability known = value(code, in.slice(length), length);
            into.add(known != null ? known : new Capability.Opaque(code, in.since(from)));
        }
        return true;
    }

    private static @Nullable Capability value(int code, WireReader in, int length) {
        return switch (code) {
            case CapabilityCodes.MULTI_PROTOCOL -> length == 4 ? multiProtocol(in) : null;
            case CapabilityCodes.ROUTE_REFRESH -> length == 0 ? new Capability.Refresh() : null;
            case CapabilityCodes.EXTENDED_NEXT_HOP -> length % 6 == 0 ? extendedNextHop(in) : null;
            case CapabilityCodes.EXTENDED_MESSAGE -> length == 0 ? new Capability.ExtendedMessage() : null;
            case CapabilityCodes.ROLE -> length == 1 ? new Capability.Role(in.u8()) : null;
            case CapabilityCodes.GRACEFUL_RESTART -> length % 4 == 2 ? gracefulRestart(in) : null;
            case CapabilityCodes.FOUR_BYTE_AS -> length == 4 ? new Capability.FourByteAs(in.u32()) : null;
            case CapabilityCodes.ADD_PATH -> length % 4 == 0 ? addPath(in) : null;
            case CapabilityCodes.ENHANCED_REFRESH -> length == 0 ? new Capability.EnhancedRefresh() : null;
            default -> null;
        };
    }

    private static Capability multiProtocol(WireReader in) {
        int afi = in.u16();
        in.u8(); // reserved
        return new Capability.MultiProtocol(new AfiSafi(afi, in.u8()));
    }

    private static @Nullable Capability extendedNextHop(WireReader in) {
        var combinations = new ArrayList<Capability.ExtendedNextHop.Combination>();
        while (in.remaining() > 0) {
            int afi = in.u16();
            int safi = in.u16();
            if (safi > 0xFF) {
                return null;
            }
            combinations.add(new Capability.ExtendedNextHop.Combination(new AfiSafi(afi, safi), in.u16()));
        }
        return new Capability.ExtendedNextHop(combinations);
    }

    private static Capability gracefulRestart(WireReader in) {
        int head = in.u16();
        var families = new ArrayList<Capability.GracefulRestart.Kept>();
        while (in.remaining() > 0) {
            var family = new AfiSafi(in.u16(), in.u8());
            families.add(new Capability.GracefulRestart.Kept(family, (in.u8() & FORWARDING_BIT) != 0));
        }
        return new Capability.GracefulRestart(
                (head & RESTARTING_BIT) != 0,
                (head & NOTIFICATION_BIT) != 0,
                head & Capability.GracefulRestart.MAX_RESTART_SECONDS,
                families);
    }

    private static @Nullable Capability addPath(WireReader in) {
        var families = new ArrayList<Capability.AddPath.Paths>();
        while (in.remaining() > 0) {
            var family = new AfiSafi(in.u16(), in.u8());
            int mode = in.u8();
            if (mode < ADD_PATH_RECEIVE || mode > (ADD_PATH_RECEIVE | ADD_PATH_SEND)) {
                return null; // RFC 7911 section 4: not understood, as a whole
            }
            families.add(
                    new Capability.AddPath.Paths(family, (mode & ADD_PATH_RECEIVE) != 0, (mode & ADD_PATH_SEND) != 0));
        }
        return new Capability.AddPath(families);
    }
}
