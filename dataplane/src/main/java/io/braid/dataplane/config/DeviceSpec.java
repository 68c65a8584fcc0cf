package io.braid.dataplane.config;

import io.braid.dataplane.net.MalformedValueException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The DPDK device behind an uplink. */
public sealed interface DeviceSpec {
    /** What the EAL and DPDK's port look-up call the device: {@code 0000:3b:00.0} or {@code net_af_packet0}. */
    String name();

    /** The device as the EAL takes it in {@code --allow} or {@code --vdev}: the name, and for a vdev its arguments. */
    String devargs();

    /**
     * Reads {@code pci:DDDD:BB:DD.F} or {@code vdev:NAME[,key=value...]}.
     *
     * @throws MalformedValueException for anything else
     */
    static DeviceSpec parse(String text) {
        if (text.startsWith("pci:")) {
            return Pci.parse(text);
        }
        if (text.startsWith("vdev:")) {
            return Vdev.parse(text);
        }
        throw new MalformedValueException("a device: pci:DDDD:BB:DD.F or vdev:NAME[,key=value...]", text);
    }

    /**
     * A PCI function.
     *
     * @param name domain, bus, device and function in lower-case hexadecimal: {@code 0000:3b:00.0}
     */
    record Pci(String name) implements DeviceSpec {
        private static final String EXPECTED = "a PCI device such as pci:0000:3b:00.0";
        private static final Pattern SYNTAX =
                Pattern.compile("pci:([0-9a-fA-F]{4}:[0-9a-fA-F]{2}:[01][0-9a-fA-F]\\.[0-7])");

        static Pci parse(String text) {
            Matcher matcher = SYNTAX.matcher(text);
            if (!matcher.matches()) {
                throw new MalformedValueException(EXPECTED, text);
            }
            return new Pci(matcher.group(1).toLowerCase(Locale.ROOT));
        }

        @Override
        public String devargs() {
            return name;
        }

        @Override
        public String toString() {
            return "pci:" + name;
        }
    }

    /**
     * A virtual device, made by a driver of DPDK.
     *
     * @param name the driver's name and a number or other ending: {@code net_af_packet0}
     * @param arguments the driver's arguments in the operator's order; a key may come more than once
     */
    record Vdev(String name, List<Argument> arguments) implements DeviceSpec {
        private static final String EXPECTED = "a virtual device such as vdev:net_af_packet0,iface=up0";
        /** At most 63 characters: {@code RTE_DEV_NAME_MAX_LEN} in {@code rte_dev.h} counts the final zero. */
        private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9_]{0,62}");

        private static final Pattern ARGUMENT = Pattern.compile("([A-Za-z0-9_-]+)=([\\x21-\\x7e&&[^,]]+)");

        /** Copies the list, so that the record cannot change. */
        public Vdev {
            arguments = List.copyOf(arguments);
        }

        static Vdev parse(String text) {
            String[] parts = text.substring("vdev:".length()).split(",", -1);
            if (!NAME.matcher(parts[0]).matches()) {
                throw new MalformedValueException(EXPECTED, text, "a name is 1 to 63 of the characters a-z 0-9 _");
            }
            var arguments = new ArrayList<Argument>();
            for (int i = 1; i < parts.length; i++) {
                Matcher matcher = ARGUMENT.matcher(parts[i]);
                if (!matcher.matches()) {
                    throw new MalformedValueException(
                            EXPECTED, text, "arguments are key=value, not " + MalformedValueException.quote(parts[i]));
                }
                arguments.add(new Argument(matcher.group(1), matcher.group(2)));
            }
            return new Vdev(parts[0], arguments);
        }

        /** The driver that makes the device: the name without the digits at its end. */
        public String driver() {
            int end = name.length();
            while (end > 0 && Character.isDigit(name.charAt(end - 1))) {
                end--;
            }
            return name.substring(0, end);
        }

        /** The value of an argument; the first one if the key comes more than once. */
        public Optional<String> argument(String key) {
            return arguments.stream()
                    .filter(argument -> argument.key().equals(key))
                    .map(Argument::value)
                    .findFirst();
        }

        @Override
        public String devargs() {
            var text = new StringBuilder(name);
            arguments.forEach(argument ->
                    text.append(',').append(argument.key()).append('=').append(argument.value()));
            return text.toString();
        }

        @Override
        public String toString() {
            return "vdev:" + devargs();
        }
    }

    /**
     * An argument of a virtual device.
     *
     * @param key the driver's word for it
     * @param value printable ASCII without spaces and commas
     */
    record Argument(String key, String value) {}
}
