package io.braid.dataplane.grant;

import io.jsonwebtoken.ClaimJwtException;
import io.jsonwebtoken.JwtException;
import io.jsonwebtoken.Jwts;
import io.jsonwebtoken.jackson.io.JacksonDeserializer;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Date;
import java.util.List;

/**
 * Says whether a token is a grant: signed by a key of the scheduler, begun and not over. For whom it is, is asked of the {@link Grant}. Any thread.
 *
 * <p>A clock that runs behind the scheduler's is forgiven up to the skew: a grant that was just made is not refused as one of the future. The end is not put off,
 * since another host may have the address from then on.
 */
public final class GrantVerifier {
    private final List<Path> keyFiles;
    private final Duration skew;
    private final InstantSource clock;

    /**
     * @param keyFiles files with public keys; read anew for each grant
     * @param skew how far this host's clock may be behind the scheduler's
     * @param clock this host's
     */
    public GrantVerifier(List<Path> keyFiles, Duration skew, InstantSource clock) {
        this.keyFiles = List.copyOf(keyFiles);
        this.skew = skew;
        this.clock = clock;
    }

    /**
     * Verifies a token.
     *
     * @throws GrantException if it is not good
     */
    public Grant verify(String text) throws GrantException {
        GrantToken token = GrantToken.parse(text);
        GrantKeys keys = keys();
        GrantKey key = keys.find(token.keyId());
        if (key == null) {
            throw new GrantException(GrantFault.UNKNOWN_KEY, unknown(token.keyId(), keys), token.keyId(), null);
        }
        Instant now = clock.instant();
        String libraryRefuses = checkSignature(token, key, now);
        Grant grant = GrantClaims.read(token);
        if (grant.isOver(now)) {
            throw grant.refused(
                    GrantFault.EXPIRED, "it expired at " + grant.expires() + ", and here it is " + seconds(now));
        }
        Instant begins = grant.notBefore();
        if (begins != null && begins.isAfter(now.plus(skew))) {
            throw grant.refused(
                    GrantFault.NOT_YET_VALID,
                    "it begins at " + begins + ", and here it is " + seconds(now) + "; the clocks may differ by "
                            + skew.toMillis() / 1000.0 + " s");
        }
        if (!libraryRefuses.isEmpty()) {
            throw grant.refused(GrantFault.MALFORMED, libraryRefuses);
        }
        return grant;
    }

    /** The keys that are good now. */
    GrantKeys keys() {
        return GrantKeys.read(keyFiles);
    }

    /**
     * What the library has against the token's times, of which it knows fewer rules than this class; empty for nothing.
     *
     * @throws GrantException if the key has not signed it
     */
    private String checkSignature(GrantToken token, GrantKey key, Instant now) throws GrantException {
        try {
            Jwts.parser()
                    .sig()
                    .clear()
                    .add(Jwts.SIG.EdDSA)
                    .and()
                    .zip()
                    .clear()
                    .and()
                    .json(new JacksonDeserializer<>(GrantToken.MAPPER))
                    .clock(() -> Date.from(now))
                    .clockSkewSeconds(skew.plusMillis(999).toSeconds()) // it counts whole ones
                    .verifyWith(key.key())
                    .build()
                    .parseSignedClaims(token.text());
            return "";
        } catch (ClaimJwtException signedButNotNow) {
            return "it is not good at this time";
        } catch (JwtException | IllegalArgumentException e) {
            throw new GrantException(
                    GrantFault.SIGNATURE,
                    "key " + key.id() + ", which it names, has not signed it",
                    token.keyId(),
                    null);
        }
    }

    private static Instant seconds(Instant time) {
        return Instant.ofEpochSecond(time.getEpochSecond());
    }

    private static String unknown(String keyId, GrantKeys keys) {
        String known = keys.ids().isEmpty() ? "none is known" : "known are: " + String.join(", ", keys.ids());
        String faults = keys.faults().isEmpty() ? "" : "; " + String.join("; ", keys.faults());
        return "it is signed by key " + Clean.quote(keyId) + ", which this host does not know; " + known + faults;
    }
}
