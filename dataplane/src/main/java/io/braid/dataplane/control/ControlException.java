package io.braid.dataplane.control;

import java.util.Locale;
import java.util.Optional;

/**
 * Tells an operator why a request was not done: what was wanted, what was found and what to do about it.
 *
 * <p>The message is shown to people word for word, on the command line and in the JSON error, so it never holds a class name or
 * a stack trace. Immutable; any thread.
 */
public final class ControlException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final Kind kind;

    @SuppressWarnings("serial") // never serialized; an immutable record
    private final Refusal refusal;

    /** What went wrong, coarse enough for a program to act upon. */
    public enum Kind {
        /** The request itself is wrong and will be wrong again: syntax, ranges, or something this version does not support. */
        BAD_REQUEST,
        /** The thing named (a task, a namespace, a socket) is not there. */
        NOT_FOUND,
        /** It contradicts what is there already, such as an address held by another task. */
        CONFLICT,
        /** It is understood but not permitted, such as an address outside the configured prefixes. */
        REFUSED,
        /** It was permitted and tried, and did not work. */
        FAILED;

        /** The kind as it stands in JSON: {@code bad-request}, {@code not-found}, {@code conflict}, {@code refused}, {@code failed}. */
        public String wireName() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }

        /** The kind with this wire name, or empty when a newer or foreign server sent one that is unknown here. */
        public static Optional<Kind> ofWireName(String wireName) {
            for (Kind kind : values()) {
                if (kind.wireName().equals(wireName)) {
                    return Optional.of(kind);
                }
            }
            return Optional.empty();
        }
    }

    /**
     * @param kind what went wrong
     * @param message one sentence or two for the operator
     */
    public ControlException(Kind kind, String message) {
        this(kind, Refusal.of(kind.wireName()), message);
    }

    /**
     * @param kind what went wrong
     * @param refusal the same more finely, for the audit
     * @param message one sentence or two for the operator
     */
    public ControlException(Kind kind, Refusal refusal, String message) {
        super(message);
        this.kind = kind;
        this.refusal = refusal;
    }

    /**
     * @param kind what went wrong
     * @param message one sentence or two for the operator
     * @param cause kept for the log; not shown to the operator
     */
    public ControlException(Kind kind, String message, Throwable cause) {
        super(message, cause);
        this.kind = kind;
        this.refusal = Refusal.of(kind.wireName());
    }

    /** What went wrong, coarse enough for a program to act upon. */
    public Kind kind() {
        return kind;
    }

    /** What kind of refusal it was, for the audit. */
    public Refusal refusal() {
        return refusal;
    }

    /** What the operator is told; never null, unlike {@link Throwable#getMessage()}. */
    public String explanation() {
        return String.valueOf(getMessage());
    }

    static ControlException badRequest(String message) {
        return new ControlException(Kind.BAD_REQUEST, message);
    }
}
