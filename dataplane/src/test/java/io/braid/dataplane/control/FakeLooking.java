package io.braid.dataplane.control;

import io.braid.dataplane.control.ControlException.Kind;
import java.io.IOException;
import java.io.OutputStream;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/** Has packets as a test says. */
public final class FakeLooking implements Looking {
    /** What it was asked last. */
    public volatile @Nullable CaptureQuery asked;

    /** What it writes, again and again. */
    public volatile byte[] block = new byte[0];

    /** How often. */
    public volatile int blocks;

    /** What it was asked to trace last. */
    public volatile @Nullable TraceQuery traced;

    /** Done when a look was closed. */
    public final CountDownLatch closed = new CountDownLatch(1);

    /** What an attempt to begin one is refused with. */
    public volatile @Nullable String refusal;

    @Override
    public Look capture(CaptureQuery query) {
        asked = query;
        return look();
    }

    @Override
    public Look trace(TraceQuery query) {
        traced = query;
        return look();
    }

    private Look look() {
        if (refusal != null) {
            throw new ControlException(Kind.CONFLICT, refusal);
        }
        return new Look() {
            @Override
            public void writeTo(OutputStream out) throws IOException {
                for (int i = 0; i < blocks; i++) {
                    out.write(block);
                    out.flush();
                }
            }

            @Override
            public void close() {
                closed.countDown();
            }
        };
    }
}
