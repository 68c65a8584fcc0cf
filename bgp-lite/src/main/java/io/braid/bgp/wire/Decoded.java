package io.braid.bgp.wire;

import java.util.List;

/** What became of a message's bytes. */
public sealed interface Decoded {
    /**
     * A message that is to be used, with the errors that were mended in it.
     *
     * <p>Withdrawals that RFC 7606 wants are already in the message. What is left to the session is to log the errors,
     * and for {@link Handling#AFI_SAFI_DISABLE} to remove that family's routes and ignore later ones.
     *
     * @param message the message without what was wrong
     * @param faults what was wrong, none of it {@link Handling#SESSION_RESET}; at most {@link #MAX_FAULTS}
     */
    record Accepted(Message message, List<BgpError> faults) implements Decoded {
        /** Copies the list. */
        public Accepted {
            faults = List.copyOf(faults);
        }
    }

    /**
     * A message that ends the session.
     *
     * @param error why; its handling is {@link Handling#SESSION_RESET}
     */
    record Rejected(BgpError error) implements Decoded {}

    /** The most errors told of one message; the strongest are kept. */
    int MAX_FAULTS = 16;
}
