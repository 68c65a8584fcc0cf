package io.braid.dataplane.port;

import io.braid.dataplane.config.UplinkConfig;
import io.braid.dataplane.graph.ForwardingTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Which uplink is at which place. Immutable; any thread.
 *
 * <p>An uplink's place is the number of its path in flow tables, in NIC addresses of tasks and towards the switches, and stays as long as it is there. At the start places are in
 * the order of the file. The place of one that went stays its name's while there are others: who comes back has the place, and with it the flows that were silent meanwhile and the
 * addresses that tasks have on it. When all others were used, another uplink may have it, unless tasks have such addresses. A flow whose pin still names that place goes to
 * the new uplink with its next packet: it has to leave by another uplink than the one it had, whose port is closed with nothing of it under way.
 */
public final class UplinkPlaces {
    /** How many there are. */
    public static final int MOST = ForwardingTable.MAX_UPLINKS;

    /** @param config null once the uplink is gone */
    private record Place(String name, @Nullable UplinkConfig config) {}

    private final List<Place> places;

    private UplinkPlaces(List<Place> places) {
        this.places = List.copyOf(places);
    }

    /** In the order of the configuration, {@link #MOST} at most. */
    public static UplinkPlaces of(List<UplinkConfig> uplinks) {
        return new UplinkPlaces(
                uplinks.stream().map(config -> new Place(config.name(), config)).toList());
    }

    /**
     * The place for an uplink that comes: the one it had, else one that none had, else that of one that is gone.
     *
     * @param taken which of those that are gone are still needed
     * @return empty if there is none
     */
    public OptionalInt free(String name, IntPredicate taken) {
        OptionalInt own = IntStream.range(0, places.size())
                .filter(place -> name(place).equals(name) && at(place) == null)
                .findFirst();
        if (own.isPresent()) {
            return own;
        }
        return places.size() < MOST
                ? OptionalInt.of(places.size())
                : IntStream.range(0, MOST)
                        .filter(place -> at(place) == null && !taken.test(place))
                        .findFirst();
    }

    /** The same with an uplink at a place that is free. */
    public UplinkPlaces with(int place, UplinkConfig config) {
        var next = new ArrayList<>(places);
        if (place == next.size()) {
            next.add(new Place(config.name(), config));
        } else {
            next.set(place, new Place(config.name(), config));
        }
        return new UplinkPlaces(next);
    }

    /** The same without the uplink at a place. */
    public UplinkPlaces without(int place) {
        var next = new ArrayList<>(places);
        next.set(place, new Place(name(place), null));
        return new UplinkPlaces(next);
    }

    /** How many were ever used; no uplink is at a higher place. */
    public int size() {
        return places.size();
    }

    /** The uplink at a place, null if there is none. */
    public @Nullable UplinkConfig at(int place) {
        return place < places.size() ? places.get(place).config() : null;
    }

    /** The name of the uplink that is or was at a place; a question mark if none was. */
    public String name(int place) {
        return place < places.size() ? places.get(place).name() : "?";
    }

    /** All these names, by place. */
    public List<String> names() {
        return places.stream().map(Place::name).toList();
    }

    /** The place of an uplink that is there; empty if there is none of that name. */
    public OptionalInt find(String name) {
        return IntStream.range(0, places.size())
                .filter(place -> name(place).equals(name) && at(place) != null)
                .findFirst();
    }

    /** Those that are there, in the order of their places. */
    public List<UplinkConfig> present() {
        return places.stream().map(Place::config).filter(Objects::nonNull).toList();
    }
}
