package io.braid.bgp.wire;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * All that is said of a route besides its prefix and next hop.
 *
 * <p>Canonical: ordered by number, so equal sets are equal values, and routes can be grouped by them.
 *
 * @param list the attributes by ascending number, each at most once
 */
public record PathAttributes(List<Attribute> list) {
    /** No attributes, as in a message that only withdraws. */
    public static final PathAttributes NONE = new PathAttributes(List.of());

    /**
     * Sorts the attributes.
     *
     * @throws IllegalArgumentException if one is there twice
     */
    public PathAttributes {
        list = list.stream().sorted(Comparator.comparingInt(Attribute::code)).toList();
        for (int i = 1; i < list.size(); i++) {
            if (list.get(i).code() == list.get(i - 1).code()) {
                throw new IllegalArgumentException("attribute " + list.get(i).code() + " is there twice");
            }
        }
    }

    /** These attributes. */
    public static PathAttributes of(Attribute... attributes) {
        return new PathAttributes(Arrays.asList(attributes));
    }

    /** The two attributes that every announced route has. */
    public static PathAttributes of(Origin origin, AsPath path) {
        return of(new Attribute.OriginAttribute(origin), new Attribute.Path(path));
    }

    /** The attribute of that kind, or nothing. Not for {@link Attribute.Opaque}, of which there may be several. */
    public <T extends Attribute> Optional<T> get(Class<T> kind) {
        for (Attribute attribute : list) {
            if (kind.isInstance(attribute)) {
                return Optional.of(kind.cast(attribute));
            }
        }
        return Optional.empty();
    }

    /** These attributes with one more, or with another value of it. */
    public PathAttributes with(Attribute added) {
        var result = new ArrayList<Attribute>(list);
        result.removeIf(a -> a.code() == added.code());
        result.add(added);
        return new PathAttributes(result);
    }

    /** These attributes without one. */
    public PathAttributes without(AttributeType type) {
        return new PathAttributes(
                list.stream().filter(a -> a.code() != type.code()).toList());
    }

    /** Whether nothing is said. */
    public boolean isEmpty() {
        return list.isEmpty();
    }

    /** The ASes passed; empty if nothing is said of them. */
    public AsPath asPath() {
        return get(Attribute.Path.class).map(Attribute.Path::path).orElse(AsPath.EMPTY);
    }

    /** The tags of four bytes; empty if there are none. */
    public List<Community> communities() {
        return get(Attribute.Communities.class)
                .map(Attribute.Communities::values)
                .orElse(List.of());
    }

    /** The tags of eight bytes; empty if there are none. */
    public List<ExtendedCommunity> extendedCommunities() {
        return get(Attribute.ExtendedCommunities.class)
                .map(Attribute.ExtendedCommunities::values)
                .orElse(List.of());
    }
}
