package io.braid.dataplane.conductor;

import java.util.List;

/** Told which uplinks carry packets, whenever that changes. */
@FunctionalInterface
public interface PathListener {
    /** Does not want to know. */
    PathListener NONE = _ -> {};

    /**
     * Takes the state of all uplinks, in the order of the configuration; on the conductor's thread, so hand over and return.
     */
    void changed(List<UplinkView> uplinks);
}
