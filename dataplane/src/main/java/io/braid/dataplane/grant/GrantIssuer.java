package io.braid.dataplane.grant;

import io.braid.dataplane.net.IpAddress;
import io.jsonwebtoken.Jwts;
import java.security.KeyPair;
import java.time.Instant;
import java.util.Date;

/** Makes grants, as a scheduler would: for tests, and for people who try Braid out. Any thread. */
public final class GrantIssuer {
    private final KeyPair keys;
    private final String keyId;

    /** @param keys an Ed25519 key pair, see {@link KeyPairs} */
    public GrantIssuer(KeyPair keys) {
        this.keys = keys;
        this.keyId = GrantKey.of(keys.getPublic()).id();
    }

    /** Id of the key it signs with. */
    public String keyId() {
        return keyId;
    }

    /**
     * A token that grants what is said; its {@link Grant#keyId} is that of this issuer's key, whatever the grant says.
     *
     * @param issuedAt when it is made
     */
    public String issue(Grant grant, Instant issuedAt) {
        var token = Jwts.builder()
                .header()
                .keyId(keyId)
                .type("JWT")
                .and()
                .subject(grant.task())
                .claim("aud", grant.host())
                .claim(
                        GrantClaims.IPS,
                        grant.ips().stream().map(IpAddress::toString).toList())
                .issuedAt(Date.from(issuedAt))
                .expiration(Date.from(grant.expires()));
        if (grant.notBefore() != null) {
            token.notBefore(Date.from(grant.notBefore()));
        }
        if (grant.job() != null) {
            token.claim(GrantClaims.JOB, grant.job());
        }
        if (grant.id() != null) {
            token.id(grant.id());
        }
        return token.signWith(keys.getPrivate(), Jwts.SIG.EdDSA).compact();
    }
}
