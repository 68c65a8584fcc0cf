package io.braid.dataplane.grant;

import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Looks at a token for a person: what it says, whether that is true or not. Any thread. */
public final class GrantReader {
    private final List<Path> keyFiles;
    private final GrantVerifier verifier;

    /**
     * @param keyFiles files with public keys; none: nothing can be verified
     * @param skew how far a host's clock may be behind the scheduler's
     * @param clock the time
     */
    public GrantReader(List<Path> keyFiles, Duration skew, InstantSource clock) {
        this.keyFiles = List.copyOf(keyFiles);
        this.verifier = new GrantVerifier(keyFiles, skew, clock);
    }

    /**
     * What was found.
     *
     * @param says what the token says; null if it is no grant at all. Whether it is true is another question
     * @param fault why it is not good, as in the audit; empty if it is good
     * @param why the same in words; empty if it is good
     */
    public record Judged(@Nullable Grant says, Optional<String> fault, String why) {}

    /**
     * Looks at a token.
     *
     * @param host the host that it would be used on; null for any
     */
    public Judged judge(String token, @Nullable String host) {
        Grant says = null;
        try {
            says = GrantClaims.read(GrantToken.parse(token));
            if (keyFiles.isEmpty()) {
                return new Judged(says, Optional.of("not-verified"), "no public key is given to verify it with");
            }
            Grant grant = verifier.verify(token);
            if (host != null) {
                grant.require(grant.task(), host, grant.ips());
            }
            return new Judged(grant, Optional.empty(), "");
        } catch (GrantException e) {
            return new Judged(says, Optional.of(e.fault().reason()), e.explanation());
        }
    }
}
