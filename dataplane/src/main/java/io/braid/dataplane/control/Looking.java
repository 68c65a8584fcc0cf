package io.braid.dataplane.control;

import java.io.IOException;
import java.io.OutputStream;

/** What a running dataplane shows of its packets. Any thread, several at once; every failure before the first byte is a {@link ControlException}. */
public interface Looking {
    /** Begins a capture. */
    Look capture(CaptureQuery query);

    /** Begins a trace, which is told in {@link JsonLines}. */
    Look trace(TraceQuery query);

    /** What has begun, and is to be closed. */
    interface Look extends AutoCloseable {
        /**
         * Writes until one of the bounds is reached that were asked for.
         *
         * @throws IOException when {@code out} takes no more
         */
        void writeTo(OutputStream out) throws IOException;

        /** Ends it; again does nothing. */
        @Override
        void close();
    }
}
