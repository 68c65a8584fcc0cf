package io.braid.bgp.wire;

import java.util.Arrays;
import java.util.HexFormat;

/** Puts bytes of messages together without the encoder, so that they can be wrong. */
final class Wire {
    private Wire() {}

    /** A message with a correct header. */
    static byte[] message(MessageType type, byte[] body) {
        byte[] message = new byte[19 + body.length];
        Arrays.fill(message, 0, 16, (byte) 0xFF);
        message[16] = (byte) (message.length >> 8);
        message[17] = (byte) message.length;
        message[18] = (byte) type.code();
        System.arraycopy(body, 0, message, 19, body.length);
        return message;
    }

    /** Hexadecimal digits, which may have blanks between them. */
    static byte[] hex(String digits) {
        return HexFormat.of().parseHex(digits.replaceAll("[\\s:]", "").toLowerCase(java.util.Locale.ROOT));
    }

    /** An UPDATE of three fields in hexadecimal digits; both lengths are right. */
    static byte[] update(String withdrawn, String attributes, String announced) {
        byte[] w = hex(withdrawn);
        byte[] a = hex(attributes);
        byte[] n = hex(announced);
        byte[] body = new byte[4 + w.length + a.length + n.length];
        body[0] = (byte) (w.length >> 8);
        body[1] = (byte) w.length;
        System.arraycopy(w, 0, body, 2, w.length);
        body[2 + w.length] = (byte) (a.length >> 8);
        body[3 + w.length] = (byte) a.length;
        System.arraycopy(a, 0, body, 4 + w.length, a.length);
        System.arraycopy(n, 0, body, 4 + w.length + a.length, n.length);
        return message(MessageType.UPDATE, body);
    }

    static Decoded decode(byte[] message, Negotiated context) {
        return MessageDecoder.decode(message, 0, message.length, context);
    }

    /** The message that was accepted. */
    static Decoded.Accepted accepted(Decoded decoded) {
        if (decoded instanceof Decoded.Accepted accepted) {
            return accepted;
        }
        throw new AssertionError("refused: " + decoded);
    }

    /** The error that ends the session. */
    static BgpError rejected(Decoded decoded) {
        if (decoded instanceof Decoded.Rejected(BgpError error)) {
            return error;
        }
        throw new AssertionError("taken: " + decoded);
    }

    /** The messages that a value becomes. */
    static java.util.List<byte[]> encode(Message message, Negotiated context) {
        var result = new java.util.ArrayList<byte[]>();
        new MessageEncoder(context)
                .encode(
                        message,
                        (buffer, offset, length) -> result.add(Arrays.copyOfRange(buffer, offset, offset + length)));
        return result;
    }
}
