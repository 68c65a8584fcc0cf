package io.braid.dataplane.pem;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Reads and writes the textual form of keys and certificates (RFC 7468). Stateless; any thread. */
public final class Pem {
    public static final String PUBLIC_KEY = "PUBLIC KEY";
    public static final String PRIVATE_KEY = "PRIVATE KEY";
    public static final String CERTIFICATE = "CERTIFICATE";

    private static final Pattern BLOCK = Pattern.compile(
            "-----BEGIN ([A-Z0-9 ]{1,40})-----\\s*([A-Za-z0-9+/=\\s]*+)-----END \\1-----", Pattern.CASE_INSENSITIVE);

    /** What stands between BEGIN and END. */
    public static final class Block {
        private final String label;
        private final byte[] der;

        /**
         * @param label such as {@link #PUBLIC_KEY}
         * @param der its bytes
         */
        public Block(String label, byte[] der) {
            this.label = label;
            this.der = der.clone();
        }

        public String label() {
            return label;
        }

        /** A copy of its bytes. */
        public byte[] der() {
            return der.clone();
        }

        /** As it stands in a file, with a line end. */
        public String text() {
            return "-----BEGIN " + label + "-----\n"
                    + Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(der) + "\n-----END " + label
                    + "-----\n";
        }
    }

    private Pem() {}

    /**
     * The blocks of a file; text around them is ignored, as RFC 7468 has it.
     *
     * @throws UnusableFileException if the file cannot be read or a block is not base64
     */
    public static List<Block> read(Path file) throws UnusableFileException {
        return parse(SmallFile.read(file));
    }

    /**
     * The blocks of a text.
     *
     * @throws UnusableFileException if a block is not base64
     */
    static List<Block> parse(String text) throws UnusableFileException {
        var blocks = new ArrayList<Block>();
        Matcher matcher = BLOCK.matcher(text);
        while (matcher.find()) {
            try {
                blocks.add(new Block(
                        matcher.group(1),
                        Base64.getDecoder().decode(matcher.group(2).replaceAll("\\s", ""))));
            } catch (IllegalArgumentException e) {
                throw new UnusableFileException("a " + matcher.group(1) + " that is not base64");
            }
        }
        return blocks;
    }

    /** What a file holds, to follow "found" in a message to whoever looked for something else in it. */
    public static String words(List<Block> blocks) {
        var labels = new LinkedHashMap<String, Integer>();
        blocks.forEach(block -> labels.merge(block.label(), 1, Integer::sum));
        return labels.isEmpty()
                ? "no PEM block"
                : labels.entrySet().stream()
                        .map(label -> label.getValue() == 1
                                ? "a " + label.getKey()
                                : label.getValue() + " of " + label.getKey())
                        .collect(Collectors.joining(", "));
    }
}
