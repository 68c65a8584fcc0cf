package io.braid.dataplane.control;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** An HTTP/1.1 response, read from the bytes of a connection that carried exactly one (RFC 9112); does no I/O. */
final class HttpReply {
    private static final Pattern STATUS_LINE = Pattern.compile("HTTP/1\\.[01] ([1-5][0-9]{2})( .*)?");
    private static final Pattern CHUNK_SIZE = Pattern.compile("([0-9A-Fa-f]{1,7})[ \\t]*(;.*)?");
    private static final Pattern LENGTH = Pattern.compile("[0-9]{1,9}");
    private static final int MAX_LINE_BYTES = 8192;

    private final int status;
    private final byte[] body;

    private HttpReply(int status, byte[] body) {
        this.status = status;
        this.body = body;
    }

    /** The bytes are no whole HTTP response; the message says what is wrong with them. */
    static final class MalformedReply extends Exception {
        private static final long serialVersionUID = 1;

        MalformedReply(String message) {
            super(message);
        }
    }

    /**
     * @param bytes everything the server sent until it closed the connection
     * @throws MalformedReply when that is no response or not a whole one
     */
    static HttpReply parse(byte[] bytes) throws MalformedReply {
        var in = new Cursor(bytes);
        while (true) {
            var statusLine = STATUS_LINE.matcher(in.line());
            if (!statusLine.matches()) {
                throw new MalformedReply("the answer is not HTTP/1.1");
            }
            int status = Integer.parseInt(statusLine.group(1));
            Map<String, String> headers = headers(in);
            // RFC 9110, section 15.2: any number of interim responses may come before the final one.
            if (status >= 200) {
                return new HttpReply(status, body(in, status, headers));
            }
        }
    }

    /** 200 to 599. */
    int status() {
        return status;
    }

    /** With transfer coding removed; the caller may change it. */
    byte[] body() {
        return body;
    }

    /** By lower-case name; of a name that occurs twice the last. */
    private static Map<String, String> headers(Cursor in) throws MalformedReply {
        var headers = new TreeMap<String, String>();
        for (String line = in.line(); !line.isEmpty(); line = in.line()) {
            int colon = line.indexOf(':');
            if (colon <= 0) {
                throw new MalformedReply("a header of the answer has no name");
            }
            headers.put(
                    line.substring(0, colon).toLowerCase(Locale.ROOT),
                    line.substring(colon + 1).strip());
        }
        return headers;
    }

    private static byte[] body(Cursor in, int status, Map<String, String> headers) throws MalformedReply {
        // RFC 9112, section 6.3: 204 and 304 have no body; transfer coding goes before length; neither means "until the
        // end".
        if (status == 204 || status == 304) {
            return new byte[0];
        }
        String coding = headers.get("transfer-encoding");
        if (coding != null) {
            if (!coding.equalsIgnoreCase("chunked")) {
                throw new MalformedReply("the answer has a transfer coding that is not known here");
            }
            return chunked(in);
        }
        String length = headers.get("content-length");
        if (length == null) {
            return in.take(in.remaining());
        }
        if (!LENGTH.matcher(length).matches()) {
            throw new MalformedReply("the answer states no valid length");
        }
        return in.take(Integer.parseInt(length));
    }

    private static byte[] chunked(Cursor in) throws MalformedReply {
        var body = new ByteArrayOutputStream();
        while (true) {
            var size = CHUNK_SIZE.matcher(in.line());
            if (!size.matches()) {
                throw new MalformedReply("a chunk of the answer states no valid size");
            }
            int bytes = Integer.parseInt(size.group(1), 16);
            if (bytes == 0) {
                headers(in);
                return body.toByteArray();
            }
            body.writeBytes(in.take(bytes));
            if (!in.line().isEmpty()) {
                throw new MalformedReply("a chunk of the answer is longer than stated");
            }
        }
    }

    /** A place in the bytes that moves on as they are read. */
    private static final class Cursor {
        private final byte[] bytes;
        private int at;

        Cursor(byte[] bytes) {
            this.bytes = bytes;
        }

        int remaining() {
            return bytes.length - at;
        }

        byte[] take(int length) throws MalformedReply {
            if (length > remaining()) {
                throw new MalformedReply("the answer ends early");
            }
            at += length;
            return Arrays.copyOfRange(bytes, at - length, at);
        }

        /** A line without its end, which is CRLF or, as RFC 9112 section 2.2 lets a reader accept, LF. */
        String line() throws MalformedReply {
            int limit = Math.min(bytes.length, at + MAX_LINE_BYTES);
            for (int i = at; i < limit; i++) {
                if (bytes[i] == '\n') {
                    int end = i > at && bytes[i - 1] == '\r' ? i - 1 : i;
                    String line = new String(bytes, at, end - at, StandardCharsets.ISO_8859_1);
                    at = i + 1;
                    return line;
                }
            }
            throw new MalformedReply(
                    limit == bytes.length ? "the answer ends early" : "a line of the answer is too long");
        }
    }
}
