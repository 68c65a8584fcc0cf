package io.braid.dataplane.control;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.braid.dataplane.control.HttpReply.MalformedReply;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HttpReplyTest {

    @ParameterizedTest
    @CsvSource({
        "'HTTP/1.1 200 OK|Content-Length: 2||{}', 200, {}",
        "'HTTP/1.1 200|content-length:2||{}ignored', 200, {}",
        "'HTTP/1.0 404 Not Found||until the end', 404, until the end",
        "'HTTP/1.1 204 No Content||', 204, ''",
        "'HTTP/1.1 100 Continue||HTTP/1.1 200 OK|Content-Length: 1||x', 200, x",
        "'HTTP/1.1 200 OK|Transfer-Encoding: Chunked||3|abc|A;ext=1|0123456789|0||', 200, abc0123456789",
        "'HTTP/1.1 200 OK|Transfer-Encoding: chunked|Content-Length: 9||1|a|0|Trailer: x||', 200, a"
    })
    void readsResponses(String text, int status, String body) throws Exception {
        for (String end : new String[] {"\r\n", "\n"}) {
            var reply = HttpReply.parse(bytes(text.replace("|", end)));
            assertEquals(status, reply.status());
            assertEquals(body, new String(reply.body(), StandardCharsets.ISO_8859_1));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "HTTP/1.1 200 OK",
                "HTTP/1.1 200 OK|",
                "HTTP/2 200||",
                "HTTP/1.1 999 X||",
                "SSH-2.0-OpenSSH||",
                "HTTP/1.1 200 OK|no colon||",
                "HTTP/1.1 200 OK|: no name||",
                "HTTP/1.1 200 OK|Content-Length: 3||ab",
                "HTTP/1.1 200 OK|Content-Length: -1||",
                "HTTP/1.1 200 OK|Content-Length: 99999999999||",
                "HTTP/1.1 200 OK|Transfer-Encoding: gzip||",
                "HTTP/1.1 200 OK|Transfer-Encoding: chunked||",
                "HTTP/1.1 200 OK|Transfer-Encoding: chunked||x|",
                "HTTP/1.1 200 OK|Transfer-Encoding: chunked||fffffff|abc",
                "HTTP/1.1 200 OK|Transfer-Encoding: chunked||ffffffffff|abc",
                "HTTP/1.1 200 OK|Transfer-Encoding: chunked||1|abc|0||",
                "HTTP/1.1 200 OK|Transfer-Encoding: chunked||1|a|0|",
                "HTTP/1.1 100 Continue||"
            })
    void refusesAnythingElse(String text) {
        assertThrows(MalformedReply.class, () -> HttpReply.parse(bytes(text.replace("|", "\r\n"))));
    }

    @Test
    void refusesEndlessLines() {
        assertThrows(
                MalformedReply.class, () -> HttpReply.parse(bytes("HTTP/1.1 200 " + "x".repeat(100_000) + "\r\n\r\n")));
    }

    /** Whatever arrives is a reply or a MalformedReply, never another exception. */
    @Test
    void survivesAnyBytes() {
        long seed = new Random().nextLong();
        var random = new Random(seed);
        byte[] valid = bytes("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n");
        int replies = 0;
        int refused = 0;
        for (int i = 0; i < 20_000; i++) {
            byte[] mutated = valid.clone();
            for (int changes = random.nextInt(4); changes > 0; changes--) {
                mutated[random.nextInt(mutated.length)] = (byte) random.nextInt(256);
            }
            try {
                HttpReply.parse(mutated);
                replies++;
            } catch (MalformedReply expected) {
                refused++;
            } catch (RuntimeException e) {
                throw new AssertionError("seed " + seed, e);
            }
        }
        assertTrue(replies > 1000 && refused > 1000, replies + " replies, " + refused + " refused, seed " + seed);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }
}
