package io.braid.perf.forward;

import io.braid.perf.forward.ForwardCase.Size;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * Which cases are measured.
 *
 * @param vdevs on each of these, in this order
 * @param workers 1 or 2
 * @param sizes of these lengths; none means the usual set
 * @param prefixes only cases whose names begin with one of these; none means all
 * @param fast fewer of the usual set
 */
record CaseSelection(List<Vdev> vdevs, int workers, List<Size> sizes, List<String> prefixes, boolean fast) {
    CaseSelection {
        vdevs = List.copyOf(vdevs);
        sizes = List.copyOf(sizes);
        prefixes = List.copyOf(prefixes);
    }

    /** What cannot be asked for: the message says what can. */
    static final class BadSelectionException extends Exception {
        private static final long serialVersionUID = 1L;

        BadSelectionException(String message) {
            super(message);
        }
    }

    /**
     * The cases, at least one.
     *
     * @throws BadSelectionException if there is none, or a device has no such frames
     */
    List<ForwardCase> cases() throws BadSelectionException {
        if (workers != 1 && workers != 2) {
            throw new BadSelectionException("--workers is 1 or 2, not " + workers);
        }
        var all = new ArrayList<ForwardCase>();
        for (Vdev vdev : vdevs.stream().distinct().toList()) {
            if (sizes.contains(Size.IMIX) && !vdev.mixes()) {
                throw new BadSelectionException("there is no imix on " + vdev.label()
                        + ": its frames are all of one length; --vdev pcap has it");
            }
            all.addAll(
                    sizes.isEmpty()
                            ? ForwardCase.all(vdev, workers, fast)
                            : ForwardCase.of(
                                    vdev, workers, sizes.stream().distinct().toList()));
        }
        List<ForwardCase> chosen = all.stream()
                .filter(which -> prefixes.isEmpty() || prefixes.stream().anyMatch(which.name()::startsWith))
                .toList();
        if (chosen.isEmpty()) {
            throw new BadSelectionException("no case begins with " + String.join(" or ", prefixes) + "; there are "
                    + all.stream().map(ForwardCase::name).collect(Collectors.joining(", ")));
        }
        return chosen;
    }

    /** Reads {@code pcap}, {@code null} or {@code ring}. */
    static final class VdevConverter implements ITypeConverter<Vdev> {
        @Override
        public Vdev convert(String text) {
            return Arrays.stream(Vdev.values())
                    .filter(vdev -> vdev.label().equals(text.strip().toLowerCase(Locale.ROOT)))
                    .findFirst()
                    .orElseThrow(() -> new TypeConversionException("it is pcap, null or ring, not '" + text + "'"));
        }
    }

    /** Reads {@code 64}, {@code 64B} and so on. */
    static final class SizeConverter implements ITypeConverter<Size> {
        @Override
        public Size convert(String text) {
            String wanted = text.strip().toLowerCase(Locale.ROOT);
            return Arrays.stream(Size.values())
                    .filter(size -> {
                        String label = size.label().toLowerCase(Locale.ROOT);
                        return label.equals(wanted) || label.equals(wanted + "b");
                    })
                    .findFirst()
                    .orElseThrow(() -> new TypeConversionException(
                            "it is 64, 512, 1500, 9000 (bytes of Ethernet frames, FCS included) or imix, not '" + text
                                    + "'"));
        }
    }
}
