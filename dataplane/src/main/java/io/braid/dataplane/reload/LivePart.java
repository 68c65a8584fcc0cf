package io.braid.dataplane.reload;

import io.braid.dataplane.config.LoadedConfig;
import java.util.List;
import java.util.function.Consumer;

/** A part of the dataplane that goes by other options while it runs. */
@FunctionalInterface
public interface LivePart {
    /**
     * Looks whether the part can go by other options, and changes nothing yet. Only options that are marked as live differ.
     *
     * @param reasons takes a sentence for each reason why it cannot, each beginning with the option
     * @return what changes it, and what changes it back
     */
    Step prepare(LoadedConfig now, LoadedConfig next, List<String> reasons);

    /**
     * A change that was prepared. If it throws, all parts are changed back, this one too: a {@link io.braid.dataplane.control.ControlException} says to people what could not be had, all else is a
     * fault.
     *
     * @param apply makes the change; returns when it is in force
     * @param undo makes it undone
     */
    record Step(Runnable apply, Runnable undo) {}

    /** A part that any options are good for. */
    static LivePart of(Consumer<LoadedConfig> adopt) {
        return (now, next, _) -> new Step(() -> adopt.accept(next), () -> adopt.accept(now));
    }
}
