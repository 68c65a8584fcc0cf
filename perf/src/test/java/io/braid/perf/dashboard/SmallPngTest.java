package io.braid.perf.dashboard;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.SplittableRandom;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;

/** Pictures become small, and what they show stays. */
class SmallPngTest {
    private static final int SIZE = 300;

    private static byte[] png(BufferedImage picture) throws IOException {
        var bytes = new ByteArrayOutputStream();
        assertTrue(ImageIO.write(picture, "png", bytes));
        return bytes.toByteArray();
    }

    private static BufferedImage read(byte[] png) throws IOException {
        return ImageIO.read(new ByteArrayInputStream(png));
    }

    @Test
    void aPictureOfFewColoursStaysAsItIs() throws IOException {
        var picture = new BufferedImage(SIZE, SIZE, BufferedImage.TYPE_INT_RGB);
        for (int y = 0; y < SIZE; y++) {
            for (int x = 0; x < SIZE; x++) {
                picture.setRGB(x, y, (x / 20) * 0x10_0301 + (y / 20) * 0x05_1007);
            }
        }
        BufferedImage small = read(SmallPng.of(png(picture)));
        for (int y = 0; y < SIZE; y++) {
            for (int x = 0; x < SIZE; x++) {
                assertEquals(picture.getRGB(x, y), small.getRGB(x, y), x + "," + y);
            }
        }
    }

    @Test
    void rareColoursBecomeNearOnesAndTheFileSmall() throws IOException {
        var random = new SplittableRandom(5);
        var picture = new BufferedImage(SIZE, SIZE, BufferedImage.TYPE_INT_RGB);
        for (int y = 0; y < SIZE; y++) {
            for (int x = 0; x < SIZE; x++) {
                // Grey with some noise, as the edges of letters are: more colours than a palette has.
                int grey = random.nextInt(256);
                picture.setRGB(x, y, grey << 16 | grey << 8 | Math.min(255, grey + random.nextInt(4)));
            }
        }
        byte[] large = png(picture);
        byte[] small = SmallPng.of(large);
        assertTrue(small.length < large.length, small.length + " of " + large.length);
        BufferedImage shown = read(small);
        for (int y = 0; y < SIZE; y++) {
            for (int x = 0; x < SIZE; x++) {
                int red = shown.getRGB(x, y) >> 16 & 0xff;
                assertEquals(picture.getRGB(x, y) >> 16 & 0xff, red, 12, x + "," + y);
            }
        }
    }

    @Test
    void whatIsNoPictureIsToldOf() {
        assertThrows(IOException.class, () -> SmallPng.of(new byte[] {1, 2, 3}));
    }
}
