package io.braid.dataplane.grant;

import io.braid.dataplane.pem.Pem;
import io.braid.dataplane.pem.UnusableFileException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.spec.X509EncodedKeySpec;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The scheduler's public keys, by id. Several are good at once, so that one can be brought in before the other goes.
 *
 * <p>Immutable; {@link #read} is called for each grant that is verified. These are a few small files, and a task is attached seldom: nothing is kept that could be
 * out of date.
 */
public final class GrantKeys {
    private final Map<String, GrantKey> keys;
    private final List<String> faults;

    private GrantKeys(Map<String, GrantKey> keys, List<String> faults) {
        this.keys = keys;
        this.faults = List.copyOf(faults);
    }

    /**
     * Reads all keys of some files. A file that cannot be used brings none, and is among {@link #faults}: a key whose file was taken away is not trusted.
     */
    public static GrantKeys read(Collection<Path> files) {
        var keys = new LinkedHashMap<String, GrantKey>();
        var faults = new ArrayList<String>();
        for (Path file : files) {
            try {
                read(file).forEach(key -> keys.put(key.id(), key));
            } catch (KeyFileException e) {
                faults.add(e.explanation());
            }
        }
        return new GrantKeys(keys, faults);
    }

    private static List<GrantKey> read(Path file) {
        List<Pem.Block> blocks = blocks(file);
        if (blocks.isEmpty()) {
            throw new KeyFileException(file, Pem.words(blocks));
        }
        return blocks.stream().map(block -> key(file, block)).toList();
    }

    private static List<Pem.Block> blocks(Path file) {
        try {
            return Pem.read(file);
        } catch (UnusableFileException e) {
            throw new KeyFileException(file, e.found());
        }
    }

    private static GrantKey key(Path file, Pem.Block block) {
        if (block.label().contains(Pem.PRIVATE_KEY)) {
            throw new KeyFileException(
                    file, "a private key; that is the scheduler's alone, and nobody who reads this host may have it");
        }
        if (!block.label().equals(Pem.PUBLIC_KEY)) {
            throw new KeyFileException(file, "a " + block.label());
        }
        if (GrantKey.raw(block.der()).isEmpty()) {
            throw new KeyFileException(file, "a key of another kind");
        }
        try {
            return GrantKey.of(KeyFactory.getInstance("Ed25519").generatePublic(new X509EncodedKeySpec(block.der())));
        } catch (GeneralSecurityException e) {
            throw new KeyFileException(file, "a key that is none: " + e.getMessage());
        }
    }

    /** The ids of all keys, in the order of the files. */
    public List<String> ids() {
        return List.copyOf(keys.keySet());
    }

    /** What is wrong with files, one sentence each. */
    public List<String> faults() {
        return faults;
    }

    @Nullable
    GrantKey find(String id) {
        return keys.get(id);
    }
}
