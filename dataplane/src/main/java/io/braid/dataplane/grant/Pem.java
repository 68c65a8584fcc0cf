package io.braid.dataplane.grant;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads and writes the textual form of keys (RFC 7468). Stateless; any thread. */
final class Pem {
    static final String PUBLIC_KEY = "PUBLIC KEY";
    static final String PRIVATE_KEY = "PRIVATE KEY";

    /** A hundred keys fit. */
    private static final int MOST_BYTES = 64 * 1024;

    private static final Pattern BLOCK = Pattern.compile(
            "-----BEGIN ([A-Z0-9 ]{1,40})-----\\s*([A-Za-z0-9+/=\\s]*+)-----END \\1-----", Pattern.CASE_INSENSITIVE);

    /** What stands between BEGIN and END. */
    static final class Block {
        private final String label;
        private final byte[] der;

        /**
         * @param label such as {@link #PUBLIC_KEY}
         * @param der its bytes
         */
        Block(String label, byte[] der) {
            this.label = label;
            this.der = der.clone();
        }

        String label() {
            return label;
        }

        byte[] der() {
            return der.clone();
        }

        String text() {
            return "-----BEGIN " + label + "-----\n"
                    + Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(der) + "\n-----END " + label
                    + "-----\n";
        }
    }

    private Pem() {}

    /**
     * The blocks of a file; text around them is ignored, as RFC 7468 has it.
     *
     * @throws KeyFileException if the file cannot be read or a block is not base64
     */
    static List<Block> read(Path file) {
        String text = new String(bytes(file), StandardCharsets.ISO_8859_1);
        var blocks = new ArrayList<Block>();
        Matcher matcher = BLOCK.matcher(text);
        while (matcher.find()) {
            try {
                blocks.add(new Block(
                        matcher.group(1),
                        Base64.getDecoder().decode(matcher.group(2).replaceAll("\\s", ""))));
            } catch (IllegalArgumentException e) {
                throw new KeyFileException(file, "a " + matcher.group(1) + " that is not base64");
            }
        }
        return blocks;
    }

    private static byte[] bytes(Path file) {
        if (Files.isDirectory(file)) {
            throw new KeyFileException(file, "a directory");
        }
        try (InputStream in = Files.newInputStream(file)) {
            byte[] bytes = in.readNBytes(MOST_BYTES + 1);
            if (bytes.length > MOST_BYTES) {
                throw new KeyFileException(file, "more than " + MOST_BYTES + " bytes");
            }
            return bytes;
        } catch (NoSuchFileException e) {
            throw new KeyFileException(file, "no file");
        } catch (AccessDeniedException e) {
            throw new KeyFileException(file, "no permission to read it");
        } catch (IOException e) {
            throw new KeyFileException(file, "an error: " + e.getMessage());
        }
    }
}
