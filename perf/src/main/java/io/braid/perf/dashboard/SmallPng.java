package io.braid.perf.dashboard;

import java.awt.image.BufferedImage;
import java.awt.image.DataBuffer;
import java.awt.image.DataBufferByte;
import java.awt.image.IndexColorModel;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import javax.imageio.IIOImage;
import javax.imageio.ImageIO;
import javax.imageio.ImageWriteParam;
import javax.imageio.ImageWriter;
import javax.imageio.stream.MemoryCacheImageOutputStream;

/**
 * Makes a picture of a page small: of the thousands of colours that letters' edges have, the 256 most used stay, and others become the nearest of these. The file has less than half the bytes, and
 * looks the same.
 */
final class SmallPng {
    private static final int COLOURS = 256;
    private static final int RGB = 0xff_ffff;

    private SmallPng() {}

    /**
     * The same picture with few colours, as PNG.
     *
     * @throws IOException if {@code png} is no picture
     */
    static byte[] of(byte[] png) throws IOException {
        BufferedImage picture = ImageIO.read(new ByteArrayInputStream(png));
        if (picture == null) {
            throw new IOException("no picture, but " + png.length + " bytes of something else");
        }
        return written(indexed(picture));
    }

    private static BufferedImage indexed(BufferedImage picture) {
        int width = picture.getWidth();
        int height = picture.getHeight();
        int[] pixels = picture.getRGB(0, 0, width, height, null, 0, width);
        Map<Integer, Integer> uses = new HashMap<>();
        for (int pixel : pixels) {
            uses.merge(pixel & RGB, 1, Integer::sum);
        }
        int[] palette = uses.entrySet().stream()
                .sorted(Map.Entry.<Integer, Integer>comparingByValue(Comparator.reverseOrder())
                        .thenComparing(Map.Entry.comparingByKey()))
                .limit(COLOURS)
                .mapToInt(Map.Entry::getKey)
                .toArray();
        Map<Integer, Integer> indexes = new HashMap<>();
        uses.keySet().forEach(colour -> indexes.put(colour, nearest(palette, colour)));
        var model = new IndexColorModel(8, palette.length, palette, 0, false, -1, DataBuffer.TYPE_BYTE);
        var few = new BufferedImage(width, height, BufferedImage.TYPE_BYTE_INDEXED, model);
        byte[] data = ((DataBufferByte) few.getRaster().getDataBuffer()).getData();
        for (int i = 0; i < pixels.length; i++) {
            data[i] = indexes.getOrDefault(pixels[i] & RGB, 0).byteValue();
        }
        return few;
    }

    private static int nearest(int[] palette, int colour) {
        int best = 0;
        for (int i = 1; i < palette.length; i++) {
            if (distance(palette[i], colour) < distance(palette[best], colour)) {
                best = i;
            }
        }
        return best;
    }

    /** The square of how far apart two colours are. */
    private static int distance(int one, int other) {
        int sum = 0;
        for (int shift = 0; shift < Integer.SIZE - 8; shift += 8) {
            int apart = (one >> shift & 0xff) - (other >> shift & 0xff);
            sum += apart * apart;
        }
        return sum;
    }

    private static byte[] written(BufferedImage picture) throws IOException {
        ImageWriter writer = ImageIO.getImageWritersByFormatName("png").next();
        ImageWriteParam settings = writer.getDefaultWriteParam();
        settings.setCompressionMode(ImageWriteParam.MODE_EXPLICIT);
        settings.setCompressionQuality(0); // as small as it gets; nothing is lost by it
        var bytes = new ByteArrayOutputStream();
        try (var out = new MemoryCacheImageOutputStream(bytes)) {
            writer.setOutput(out);
            writer.write(null, new IIOImage(picture, null, null), settings);
        } finally {
            writer.dispose();
        }
        return bytes.toByteArray();
    }
}
