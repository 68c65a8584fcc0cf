package io.braid.dataplane.grant;

import org.jspecify.annotations.Nullable;

/** Says why a grant is not good. The message holds nothing of the token but claims that are no secret, cleaned. */
public final class GrantException extends Exception {
    private static final long serialVersionUID = 1;

    private final GrantFault fault;
    private final @Nullable String keyId;
    private final @Nullable String id;

    /**
     * @param message for people, to follow {@code the grant is refused: }
     * @param keyId id of the key, as the token says; null if it says none
     * @param id the grant's id, as the token says; null if it says none, or it is not signed
     */
    GrantException(GrantFault fault, String message, @Nullable String keyId, @Nullable String id) {
        super(message);
        this.fault = fault;
        this.keyId = keyId;
        this.id = id;
    }

    /** The kind of it. */
    public GrantFault fault() {
        return fault;
    }

    /** The message; never null, unlike {@link #getMessage}. */
    public String explanation() {
        return String.valueOf(getMessage());
    }

    /** Id of the key, as the token says; null if it says none. */
    public @Nullable String keyId() {
        return keyId;
    }

    /** The grant's id; null if it has none or nobody known has signed it. */
    public @Nullable String id() {
        return id;
    }
}
