package io.braid.bgp.wire;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Collects the errors of one UPDATE, at most {@link Decoded#MAX_FAULTS}, and tells the strongest. */
final class Faults {
    private final List<BgpError> list = new ArrayList<>(0);
    private @Nullable BgpError strongest;

    void add(BgpError error) {
        if (strongest == null || error.handling().compareTo(strongest.handling()) > 0) {
            strongest = error;
        }
        if (list.size() < Decoded.MAX_FAULTS) {
            list.add(error);
            return;
        }
        for (int i = 0; i < list.size(); i++) {
            if (list.get(i).handling().compareTo(error.handling()) < 0) {
                list.set(i, error);
                return;
            }
        }
    }

    void add(ErrorReason reason, Bytes data, Handling handling, String detail) {
        add(new BgpError(reason, data, handling, null, detail));
    }

    /** The first of the errors with the strongest handling (RFC 7606 section 3 h), or nothing. */
    @Nullable
    BgpError strongest() {
        return strongest;
    }

    /** Whether some error has that handling. */
    boolean has(Handling handling) {
        return list.stream().anyMatch(e -> e.handling() == handling);
    }

    List<BgpError> list() {
        return list;
    }
}
