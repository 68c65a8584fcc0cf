package io.braid.dataplane.grant;

import java.util.Locale;

/** Why a grant is not good. */
public enum GrantFault {
    /** It is longer than any grant. */
    TOO_LARGE,
    /** It is no token, or its claims are not what a grant has. */
    MALFORMED,
    /** It is signed otherwise than by EdDSA, or not at all. */
    ALGORITHM,
    /** Its header asks for something that could change what the signature means. */
    HEADER,
    /** It is signed by a key that this host does not know. */
    UNKNOWN_KEY,
    /** The key it names has not signed it. */
    SIGNATURE,
    /** It is over. */
    EXPIRED,
    /** Its key was taken away while a task had it. */
    REVOKED,
    /** It has not begun. */
    NOT_YET_VALID,
    /** It is for another host. */
    WRONG_HOST,
    /** It is for another task. */
    WRONG_TASK,
    /** It does not grant an address that is asked for. */
    WRONG_ADDRESS,
    /** It names another job than the task's. */
    WRONG_JOB;

    /** The reason in an audit line: {@code grant-expired}. */
    public String reason() {
        return "grant-" + name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
