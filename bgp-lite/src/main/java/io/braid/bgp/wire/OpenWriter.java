package io.braid.bgp.wire;

/** Writes the body of OPEN messages; see {@link OpenDecoder} for the layout. */
final class OpenWriter {
    /** The most bytes of capabilities that one parameter of the old form carries. */
    private static final int MAX_PLAIN = 253;

    private OpenWriter() {}

    static void write(Open open, WireWriter out) {
        boolean inCapability = open.capability(Capability.FourByteAs.class)
                .filter(c -> c.asn() == open.asn())
                .isPresent();
        boolean elsewhere = !open.capabilities(Capability.FourByteAs.class).isEmpty() && !inCapability;
        if (elsewhere || (open.asn() > 0xFFFF && !inCapability)) {
            throw new IllegalArgumentException("AS " + open.asn() + " is not that of the four-byte capability");
        }
        out.u8(OpenDecoder.VERSION);
        out.u16(open.asn() > 0xFFFF ? Open.AS_TRANS : (int) open.asn());
        out.u16(open.holdSeconds());
        out.address(open.routerId());
        var capabilities = new WireWriter(MessageType.Limits.STANDARD);
        open.capabilities().forEach(c -> CapabilityWriter.write(c, capabilities));
        int length = capabilities.position();
        if (length == 0) {
            out.u8(0);
        } else if (length <= MAX_PLAIN) {
            out.u8(length + 2);
            out.u8(OpenDecoder.CAPABILITIES);
            out.u8(length);
        } else {
            // RFC 9072 section 2
            out.u8(OpenDecoder.EXTENDED);
            out.u8(OpenDecoder.EXTENDED);
            out.u16(length + 3);
            out.u8(OpenDecoder.CAPABILITIES);
            out.u16(length);
        }
        out.all(capabilities);
    }
}
