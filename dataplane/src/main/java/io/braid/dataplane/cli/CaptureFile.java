package io.braid.dataplane.cli;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.ClosedChannelException;
import java.util.HashMap;
import java.util.Map;

/** Carries a capture from a running dataplane to where it is wanted, block by block, and counts what is in it. A half block is never written. */
final class CaptureFile {
    private static final int PACKET = 6;
    private static final int STATISTICS = 5;
    private static final int HEAD = 8;
    private static final int LEAST_BLOCK = 12;
    private static final int MOST_BLOCK = 1 << 20;
    private static final short LOST = 5; // isb_ifdrop

    private final InputStream in;
    private final OutputStream out;
    private final Map<Integer, Long> lost = new HashMap<>();
    private long packets;
    private int lastType;
    private boolean stopped;

    /** Writing failed, for the reason that is the message. */
    static final class WriteException extends Exception {
        private static final long serialVersionUID = 1;

        WriteException(IOException cause) {
            super(cause.getMessage(), cause);
        }
    }

    CaptureFile(InputStream in, OutputStream out) {
        this.in = in;
        this.out = out;
    }

    /**
     * Carries all there is; returns when the capture has ended, or this end of it was closed.
     *
     * @throws WriteException when what comes cannot be written
     * @throws IOException when what comes is no capture, or breaks off
     */
    void copy() throws IOException, WriteException {
        while (true) {
            byte[] block;
            try {
                block = next();
            } catch (ClosedChannelException byUser) {
                stopped = true;
                return;
            }
            if (block.length == 0) {
                return;
            }
            count(ByteBuffer.wrap(block).order(ByteOrder.LITTLE_ENDIAN));
            try {
                out.write(block);
                if (in.available() == 0) {
                    out.flush();
                }
            } catch (IOException e) {
                throw new WriteException(e);
            }
        }
    }

    /** The next block; of no bytes at the end. */
    private byte[] next() throws IOException {
        byte[] head = in.readNBytes(HEAD);
        if (head.length == 0) {
            return head;
        }
        if (head.length < HEAD) {
            throw new EOFException("the capture broke off");
        }
        int length = ByteBuffer.wrap(head).order(ByteOrder.LITTLE_ENDIAN).getInt(4);
        if (length < LEAST_BLOCK || length > MOST_BLOCK) {
            throw new IOException("what braid sends is no capture");
        }
        byte[] block = new byte[length];
        System.arraycopy(head, 0, block, 0, HEAD);
        if (in.readNBytes(block, HEAD, length - HEAD) < length - HEAD) {
            throw new EOFException("the capture broke off");
        }
        return block;
    }

    private void count(ByteBuffer block) {
        lastType = block.getInt(0);
        if (lastType == PACKET) {
            packets++;
        } else if (lastType == STATISTICS) {
            int at = HEAD + 12;
            while (at + 4 < block.capacity() - 4) {
                int length = block.getShort(at + 2);
                if (block.getShort(at) == LOST && length == Long.BYTES) {
                    lost.put(block.getInt(HEAD), block.getLong(at + 4));
                }
                at += 4 + ((length + 3) & ~3);
            }
        }
    }

    long packets() {
        return packets;
    }

    /** Packets that matched and are not there, as far as was said. */
    long lost() {
        return lost.values().stream().mapToLong(Long::longValue).sum();
    }

    /** Whether it ended as captures do. */
    boolean isWhole() {
        return stopped || lastType == STATISTICS;
    }
}
