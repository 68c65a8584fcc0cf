package io.braid.perf.emulated;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.braid.perf.lab.Command;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The scripts, and where what they make is kept. */
class RecipeTest {
    @Test
    void anotherScriptOrJdkIsAnotherImage() {
        String key = Recipe.key("script", "25.0.3");
        assertEquals(key, Recipe.key("script", "25.0.3"));
        assertTrue(key.matches("[0-9a-f]{16}"), key);
        assertNotEquals(key, Recipe.key("script ", "25.0.3"));
        assertNotEquals(key, Recipe.key("script", "25.0.4"));
        assertNotEquals(Recipe.key("a", "bc"), Recipe.key("ab", "c"));
    }

    @Test
    void scriptsAreValidBash() throws Exception {
        var scripts = new ArrayList<>(Recipe.SHARED);
        scripts.add(Recipe.IMAGE);
        for (String name : scripts) {
            Command.Output checked =
                    Command.execute(List.of("bash", "-n", "/dev/stdin"), Recipe.text(name), Duration.ofSeconds(10));
            assertEquals("", checked.err(), name);
            assertEquals(0, checked.exitCode(), name);
        }
    }

    @Test
    void imagesAreInTheUsersCache() {
        assertEquals(Path.of("/c/braid/emulated"), GuestImage.cache(Map.of("XDG_CACHE_HOME", "/c")));
        Path home = Path.of(System.getProperty("user.home"), ".cache", "braid", "emulated");
        assertEquals(home, GuestImage.cache(Map.of()));
        assertEquals(home, GuestImage.cache(Map.of("XDG_CACHE_HOME", "")));
    }

    @Test
    void anImageIsThereWhenAllOfItIs(@TempDir Path cache) throws Exception {
        Path directory = Files.createDirectory(cache.resolve("new"));
        var image = new GuestImage(directory);
        Files.createFile(image.kernel());
        Files.createFile(image.disk());
        assertFalse(image.isComplete());
        Files.createFile(image.initrd());
        assertTrue(image.isComplete());

        Files.createFile(Files.createDirectory(cache.resolve("old")).resolve("root.img"));
        Files.createFile(cache.resolve("lock"));
        image.removeOthers();
        assertTrue(image.isComplete());
        assertTrue(Files.exists(cache.resolve("lock")));
        assertFalse(Files.exists(cache.resolve("old")));
    }

    @Test
    void stepsAreToldWhenTheirLineIsWhole() {
        assertEquals(List.of(), ImageBuilder.steps("== a minimal"));
        assertEquals(
                List.of("a minimal Debian", "DPDK"),
                ImageBuilder.steps("== a minimal Debian\nI: Retrieving\n== DPDK\n == no\n== half"));
    }

    @Test
    void theGuestGetsThisClassPathInItsOrder() {
        assertEquals(
                "BRAID_CLASSPATH='/tmp/lib/b.jar:/tmp/lib/a.jar'\nBRAID_AOT='x.aot'\n",
                GuestShare.environment(List.of("/tmp/lib/b.jar", "/tmp/lib/a.jar"), "x.aot"));
    }
}
