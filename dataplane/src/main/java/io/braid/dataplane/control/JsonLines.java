package io.braid.dataplane.control;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.braid.dataplane.control.ControlException.Kind;
import java.io.IOException;
import java.io.OutputStream;

/** Values as JSON, each on a line; one line by itself says that the other side is still there. One thread. */
public final class JsonLines {
    private final OutputStream out;

    public JsonLines(OutputStream out) {
        this.out = out;
    }

    /** Writes a value, which goes out at once. */
    public void write(Object value) throws IOException {
        out.write(ControlJson.write(value));
        idle();
    }

    /** Writes an empty line. */
    public void idle() throws IOException {
        out.write('\n');
        out.flush();
    }

    /**
     * Reads a value.
     *
     * @throws ControlException when the line is no such
     */
    public static <T> T read(byte[] line, Class<T> type) {
        try {
            return ControlJson.read(line, type);
        } catch (JsonProcessingException e) {
            throw new ControlException(
                    Kind.FAILED, "what braid says is not understood; is the running braid of another version?", e);
        }
    }
}
