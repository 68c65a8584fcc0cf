package io.braid.dataplane.support;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Writes regular files into a tar archive (POSIX.1-1988 "ustar"), for root alone. One thread.
 *
 * <pre>
 *   byte 0    name (100) | mode (8) | uid (8) | gid (8) | size (12) | mtime (12) | checksum (8) | type (1)
 *   byte 257  "ustar\0" (6) | "00" (2) | ... zeros to byte 512, then the content, filled up to whole blocks
 * </pre>
 *
 * Numbers are octal digits, ended by a zero byte; the checksum is the sum of the header's bytes with blanks in its own place.
 */
final class TarWriter implements AutoCloseable {
    private static final int BLOCK = 512;
    private static final int NAME = 100;
    private static final int CHECKSUM = 148;

    private final OutputStream out;
    private final long mtimeSeconds;

    TarWriter(OutputStream out, long mtimeSeconds) {
        this.out = out;
        this.mtimeSeconds = mtimeSeconds;
    }

    /** @param name at most 99 ASCII characters */
    void add(String name, byte[] content) throws IOException {
        byte[] path = name.getBytes(StandardCharsets.US_ASCII);
        if (path.length >= NAME) {
            throw new IllegalArgumentException("a name has at most 99 characters: " + name);
        }
        var header = new byte[BLOCK];
        System.arraycopy(path, 0, header, 0, path.length);
        octal(header, 100, 8, 0600);
        octal(header, 108, 8, 0);
        octal(header, 116, 8, 0);
        octal(header, 124, 12, content.length);
        octal(header, 136, 12, mtimeSeconds);
        Arrays.fill(header, CHECKSUM, CHECKSUM + 8, (byte) ' ');
        header[156] = '0';
        byte[] magic = "ustar\00000".getBytes(StandardCharsets.US_ASCII);
        System.arraycopy(magic, 0, header, 257, magic.length);
        int sum = 0;
        for (byte each : header) {
            sum += each & 0xff;
        }
        octal(header, CHECKSUM, 7, sum);
        out.write(header);
        out.write(content);
        out.write(new byte[(BLOCK - content.length % BLOCK) % BLOCK]);
    }

    private static void octal(byte[] header, int at, int field, long number) {
        String digits = Long.toOctalString(number);
        String text = "0".repeat(field - 1 - digits.length()) + digits + "\0";
        System.arraycopy(text.getBytes(StandardCharsets.US_ASCII), 0, header, at, field);
    }

    /** Two empty blocks end it. */
    @Override
    public void close() throws IOException {
        out.write(new byte[2 * BLOCK]);
        out.close();
    }
}
