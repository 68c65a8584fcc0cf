package io.braid.bgp.session;

import io.braid.bgp.wire.Family;
import io.braid.bgp.wire.Update;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Leaves out routes of families that an error has disabled for the rest of the session (RFC 4760 section 7). */
final class FamilyFilter {
    private final Set<Family> disabled = EnumSet.noneOf(Family.class);

    /** Disables a family; returns whether it was not yet. */
    boolean disable(Family family) {
        return disabled.add(family);
    }

    /** A new session starts. */
    void clear() {
        disabled.clear();
    }

    /** The update without disabled families, null when nothing is left of it. */
    @Nullable
    Update apply(Update update) {
        if (disabled.isEmpty()) {
            return update;
        }
        var kept = new Update(
                update.withdrawn().stream()
                        .filter(u -> !disabled.contains(u.family()))
                        .toList(),
                update.announced().stream()
                        .filter(r -> !disabled.contains(r.family()))
                        .toList(),
                update.attributes());
        return kept.withdrawn().isEmpty() && kept.announced().isEmpty() ? null : kept;
    }
}
