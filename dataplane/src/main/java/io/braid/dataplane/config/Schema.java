package io.braid.dataplane.config;

import io.braid.dataplane.net.InterfaceAddress;
import io.braid.dataplane.net.IpAddress;
import io.braid.dataplane.net.IpPrefix;
import io.braid.dataplane.net.Ipv4Address;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Reads the options' declarations, for the binder and for the documentation. */
final class Schema {
    private static final Map<Class<?>, String> TYPE_NAMES = Map.ofEntries(
            Map.entry(String.class, "text"),
            Map.entry(int.class, "an integer"),
            Map.entry(long.class, "an integer"),
            Map.entry(Long.class, "an integer"),
            Map.entry(boolean.class, "true or false"),
            Map.entry(Path.class, "an absolute path"),
            Map.entry(Duration.class, "a duration"),
            Map.entry(ByteSize.class, "a size"),
            Map.entry(BitRate.class, "a rate"),
            Map.entry(CpuList.class, "auto or a list of CPUs"),
            Map.entry(CpuNumbers.class, "a list of CPUs"),
            Map.entry(HostName.class, "auto or a host name"),
            Map.entry(FileOwner.class, "an owner"),
            Map.entry(DeviceSpec.class, "a device"),
            Map.entry(IpAddress.class, "an address"),
            Map.entry(Ipv4Address.class, "an IPv4 address"),
            Map.entry(InterfaceAddress.class, "an address with prefix length"),
            Map.entry(IpPrefix.class, "a prefix"),
            Map.entry(TaskNames.class, "a task's name, or its beginning and *"),
            Map.entry(ListenAddress.class, "an address with port"),
            Map.entry(Community.class, "a community"));

    private Schema() {}

    /**
     * One option.
     *
     * @param key its key in the file
     * @param type the type of its value, or of a list's entries
     * @param isList whether it is a list
     * @param isOptional whether it may be absent without a default
     * @param option its declaration
     * @param component where it is in its section's record
     */
    record Field(
            String key, Class<?> type, boolean isList, boolean isOptional, Option option, RecordComponent component) {
        boolean isRequired() {
            return !isOptional && option.defaultValue().isEmpty();
        }

        /** The option's value in a section. */
        Object of(Object section) {
            try {
                return component.getAccessor().invoke(section);
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException(component + " cannot be read", e);
            }
        }

        /** What the value should be, with its article. */
        String expected() {
            return isList ? "a list" : Schema.expected(type);
        }
    }

    /** Whether the type is a section with options of its own rather than a value. */
    static boolean isSection(Class<?> type) {
        return type.isRecord() && !TYPE_NAMES.containsKey(type);
    }

    /** The options of a section in the order of their declaration. */
    static List<Field> fields(Class<?> section) {
        return Arrays.stream(section.getRecordComponents()).map(Schema::field).toList();
    }

    private static Field field(RecordComponent component) {
        Option option = component.getAnnotation(Option.class);
        if (option == null) {
            throw new IllegalStateException(component + " has no @Option");
        }
        Type type = component.getGenericType();
        boolean isOptional = component.getType() == Optional.class;
        boolean isList = component.getType() == List.class;
        Class<?> valueType = component.getType();
        if (type instanceof ParameterizedType generic) {
            valueType = (Class<?>) generic.getActualTypeArguments()[0];
        }
        return new Field(kebab(component.getName()), valueType, isList, isOptional, option, component);
    }

    /** What a value of the type should be, with its article. */
    static String expected(Class<?> type) {
        if (type.isEnum()) {
            return "one of " + words(type).collect(Collectors.joining(", "));
        }
        return isSection(type) ? "a mapping" : TYPE_NAMES.getOrDefault(type, "a value");
    }

    /** The words that stand for an enum's constants. */
    static Stream<String> words(Class<?> type) {
        return Arrays.stream(type.getEnumConstants()).map(constant -> kebab(((Enum<?>) constant).name()));
    }

    /**
     * Makes a section.
     *
     * @throws IllegalStateException if the record refuses values that passed all checks: a bug
     */
    static Object construct(Class<?> section, Object[] values) {
        Class<?>[] types = Arrays.stream(section.getRecordComponents())
                .map(RecordComponent::getType)
                .toArray(Class<?>[]::new);
        try {
            return section.getDeclaredConstructor(types).newInstance(values);
        } catch (InvocationTargetException e) {
            throw new IllegalStateException(section + " refused checked values", e.getCause());
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(section + " is not constructible", e);
        }
    }

    /** {@code extraArgs} and {@code LEAST_LOADED} as they stand in a file: {@code extra-args}, {@code least-loaded}. */
    static String kebab(String name) {
        if (name.equals(name.toUpperCase(Locale.ROOT))) {
            return name.toLowerCase(Locale.ROOT).replace('_', '-');
        }
        var kebab = new StringBuilder();
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            kebab.append(Character.isUpperCase(c) ? "-" : "").append(Character.toLowerCase(c));
        }
        return kebab.toString();
    }
}
