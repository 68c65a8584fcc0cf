package io.braid.dataplane.control;

import org.jspecify.annotations.Nullable;

/**
 * What kind of refusal it was, for the audit: finer than {@link ControlException.Kind}, and without the words.
 *
 * @param reason such as {@code grant-expired}; a word of Braid's own
 * @param key id of the key that signed, or is said to have signed, the grant; of any origin; null without one
 * @param grant id of the grant, or what is said to be it; of any origin; null without one
 */
public record Refusal(
        String reason, @Nullable String key, @Nullable String grant) {
    /** A refusal that has nothing to do with a grant at hand. */
    public static Refusal of(String reason) {
        return new Refusal(reason, null, null);
    }
}
