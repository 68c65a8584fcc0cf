package io.braid.dataplane.config;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Finds what two configurations differ in, option by option.
 *
 * <p>Entries of a list are compared by what tells them apart ({@link Keyed}), or else as a set: where entries have no names, their order means nothing.
 */
public final class ConfigDiff {
    private static final String NONE = "none";

    private final List<ConfigChange> changes = new ArrayList<>();

    private ConfigDiff() {}

    /** The differences in the order of the options' declaration; each sentence of it can be shown to people. */
    public static List<ConfigChange> of(HostConfig before, HostConfig after) {
        var diff = new ConfigDiff();
        diff.sections(HostConfig.class, before, after, "");
        return List.copyOf(diff.changes);
    }

    private void sections(Class<?> type, Object before, Object after, String path) {
        for (Schema.Field field : Schema.fields(type)) {
            Object old = field.of(before);
            Object now = field.of(after);
            if (!old.equals(now)) {
                field(field, old, now, path.isEmpty() ? field.key() : path + "." + field.key());
            }
        }
    }

    private void field(Schema.Field field, Object old, Object now, String path) {
        boolean live = field.option().live();
        if (!Schema.isSection(field.type())) {
            changes.add(
                    new ConfigChange(path, ConfigText.of(field.type(), old), ConfigText.of(field.type(), now), live));
        } else if (field.isList()) {
            Keyed keyed = field.type().getAnnotation(Keyed.class);
            if (keyed == null) {
                unnamed(field.type(), (List<?>) old, (List<?>) now, path, live);
            } else {
                named(field.type(), keyed, (List<?>) old, (List<?>) now, path, live);
            }
        } else if (old instanceof Optional<?> oldSection && now instanceof Optional<?> newSection) {
            if (oldSection.isPresent() && newSection.isPresent()) {
                sections(field.type(), oldSection.get(), newSection.get(), path);
            } else {
                changes.add(new ConfigChange(
                        path, ConfigText.of(field.type(), old), ConfigText.of(field.type(), now), live));
            }
        } else {
            sections(field.type(), old, now, path);
        }
    }

    /** An entry that comes twice is as good as one that comes once. */
    private void unnamed(Class<?> type, List<?> old, List<?> now, String path, boolean live) {
        for (int i = 0; i < old.size(); i++) {
            if (!now.contains(old.get(i))) {
                changes.add(new ConfigChange(path + "[" + i + "]", ConfigText.of(type, old.get(i)), NONE, live));
            }
        }
        for (int i = 0; i < now.size(); i++) {
            if (!old.contains(now.get(i))) {
                changes.add(new ConfigChange(path + "[" + i + "]", NONE, ConfigText.of(type, now.get(i)), live));
            }
        }
    }

    private void named(Class<?> type, Keyed keyed, List<?> old, List<?> now, String path, boolean live) {
        Schema.Field key = Schema.fields(type).stream()
                .filter(field -> field.key().equals(keyed.value()))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException(type + " has no option " + keyed.value()));
        Map<Object, Integer> before = places(key, old);
        Map<Object, Integer> after = places(key, now);
        before.forEach((name, place) -> {
            if (!after.containsKey(name)) {
                changes.add(
                        new ConfigChange(path + "[" + place + "]", ConfigText.of(type, old.get(place)), NONE, live));
            }
        });
        after.forEach((name, place) -> {
            String entry = path + "[" + place + "]";
            Integer was = before.get(name);
            if (was == null) {
                changes.add(new ConfigChange(entry, NONE, ConfigText.of(type, now.get(place)), live));
            } else {
                sections(type, old.get(was), now.get(place), entry);
            }
        });
        List<Object> oldOrder =
                before.keySet().stream().filter(after::containsKey).toList();
        List<Object> newOrder =
                after.keySet().stream().filter(before::containsKey).toList();
        if (keyed.ordered() && !oldOrder.equals(newOrder)) {
            changes.add(new ConfigChange(
                    path,
                    "in the order " + ConfigText.of(key.type(), oldOrder),
                    "in the order " + ConfigText.of(key.type(), newOrder),
                    false));
        }
    }

    private static Map<Object, Integer> places(Schema.Field key, List<?> entries) {
        var places = new LinkedHashMap<Object, Integer>();
        for (int i = 0; i < entries.size(); i++) {
            places.put(key.of(entries.get(i)), i);
        }
        return places;
    }
}
