package io.braid.dataplane.config;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.nodes.Node;

/**
 * Reads {@code host.yaml}: syntax, types, bounds and what options mean together, with all errors at once.
 *
 * <p>It looks at the text only (and, for {@code host: auto}, at the machine's name). Whether this host has what the
 * text asks for is examined by {@code braid check}. Any thread may call it.
 */
public final class ConfigLoader {
    private ConfigLoader() {}

    /**
     * Reads a file.
     *
     * @param file a file of at most 1 MiB in UTF-8
     * @throws ConfigException if it cannot be read or has errors; all of them are in it
     */
    public static LoadedConfig load(Path file) throws ConfigException {
        var problems = new Problems(file.toString());
        byte[] bytes = read(file, problems);
        if (bytes == null) {
            throw problems.toException();
        }
        return parse(file.toString(), bytes);
    }

    /**
     * Reads the content of a file.
     *
     * @param name the file's name for messages
     * @param content its bytes
     * @throws ConfigException if it has errors; all of them are in it
     */
    public static LoadedConfig parse(String name, byte[] content) throws ConfigException {
        var problems = new Problems(name);
        Node root = new YamlReader(problems).read(content);
        if (root == null) {
            throw problems.toException();
        }
        var bound = new Bound();
        HostConfig config = new Binder(problems, bound).bind(root);
        new ProcessChecks(bound, problems).run();
        new UplinkChecks(bound, problems).run();
        new PrefixChecks(bound, problems).run();
        new TaskChecks(bound, problems).run();
        new PeerChecks(bound, problems).run();
        if (config == null || !problems.isEmpty()) {
            throw problems.toException();
        }
        return new LoadedConfig(name, config, Warnings.of(config, bound));
    }

    private static byte @Nullable [] read(Path file, Problems problems) {
        if (Files.isDirectory(file)) {
            problems.add(Position.FILE, "", "expected a file, found a directory");
            return null;
        }
        try (InputStream in = Files.newInputStream(file)) {
            return in.readNBytes(YamlReader.MAX_BYTES + 1); // one more than allowed, so that the reader can tell
        } catch (NoSuchFileException e) {
            problems.add(Position.FILE, "", "expected a file, found none");
        } catch (AccessDeniedException e) {
            problems.add(Position.FILE, "", "expected a readable file, found no permission to read it");
        } catch (IOException e) {
            problems.add(Position.FILE, "", "expected a readable file, found an error: " + e.getMessage());
        }
        return null;
    }
}
