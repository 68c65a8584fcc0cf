package io.braid.bgp.wire;

/** Writes capabilities: code (1), length (1), value (RFC 5492 section 4). */
final class CapabilityWriter {
    private CapabilityWriter() {}

    static void write(Capability capability, WireWriter out) {
        out.u8(capability.code());
        int lengthAt = out.position();
        out.u8(0);
        value(capability, out);
        int length = out.position() - lengthAt - 1;
        if (length > 0xFF) {
            throw new IllegalArgumentException("a capability has up to 255 bytes, not " + length);
        }
        out.patchU8(lengthAt, length);
    }

    private static void value(Capability capability, WireWriter out) {
        switch (capability) {
            case Capability.MultiProtocol(AfiSafi family) -> {
                out.u16(family.afi());
                out.u8(0); // reserved
                out.u8(family.safi());
            }
            case Capability.ExtendedNextHop next ->
                next.combinations().forEach(c -> {
                    out.u16(c.family().afi());
                    out.u16(c.family().safi());
                    out.u16(c.nextHopAfi());
                });
            case Capability.Role(int role) -> out.u8(role);
            case Capability.GracefulRestart restart -> {
                out.u16((restart.restarting() ? 0x8000 : 0)
                        | (restart.notification() ? 0x4000 : 0)
                        | restart.restartSeconds());
                restart.families().forEach(k -> {
                    family(k.family(), out);
                    out.u8(k.forwarding() ? 0x80 : 0);
                });
            }
            case Capability.FourByteAs(long asn) -> out.u32(asn);
            case Capability.AddPath paths ->
                paths.families().forEach(p -> {
                    family(p.family(), out);
                    out.u8((p.receive() ? 1 : 0) | (p.send() ? 2 : 0));
                });
            case Capability.Opaque opaque -> out.bytes(opaque.value());
            case Capability.Refresh _, Capability.ExtendedMessage _, Capability.EnhancedRefresh _ -> {}
        }
    }

    private static void family(AfiSafi family, WireWriter out) {
        out.u16(family.afi());
        out.u8(family.safi());
    }
}
