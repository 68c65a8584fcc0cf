package io.braid.dataplane.config;

import io.braid.dataplane.net.MalformedValueException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The CPUs that workers are pinned to.
 *
 * @param cpus CPU numbers as the kernel counts them, in the operator's order, none twice; empty for {@code auto}
 */
public record CpuList(List<Integer> cpus) {
    /** The most that the kernel's fixed-size affinity mask holds ({@code CPU_SETSIZE} in {@code sched.h}). */
    public static final int LIMIT = 1024;

    private static final String EXPECTED = "auto or a list of CPUs such as [2, 3, \"8-11\"]";
    private static final Pattern PART = Pattern.compile("(0|[1-9][0-9]{0,3})(?:-(0|[1-9][0-9]{0,3}))?");

    /** Copies the list, so that the record cannot change. */
    public CpuList {
        cpus = List.copyOf(cpus);
    }

    /** Whether Braid chooses. */
    public boolean isAuto() {
        return cpus.isEmpty();
    }

    /**
     * Reads {@code auto}, or numbers and ranges with commas between them: {@code 2,3,8-11}.
     *
     * @throws MalformedValueException for anything else, for a CPU named twice and for numbers of {@link #LIMIT} and
     *     more
     */
    public static CpuList parse(String text) {
        if (text.equals("auto")) {
            return new CpuList(List.of());
        }
        var cpus = new ArrayList<Integer>();
        for (String part : text.split(",", -1)) {
            Matcher matcher = PART.matcher(part);
            if (!matcher.matches()) {
                throw new MalformedValueException(EXPECTED, text);
            }
            int first = Integer.parseInt(matcher.group(1));
            String end = matcher.group(2);
            int last = end == null ? first : Integer.parseInt(end);
            if (last < first) {
                throw new MalformedValueException(EXPECTED, text, "the range " + part + " is backwards");
            }
            if (last >= LIMIT) {
                throw new MalformedValueException(EXPECTED, text, "CPU numbers are less than " + LIMIT);
            }
            for (int cpu = first; cpu <= last; cpu++) {
                if (cpus.contains(cpu)) {
                    throw new MalformedValueException(EXPECTED, text, "CPU " + cpu + " is named twice");
                }
                cpus.add(cpu);
            }
        }
        return new CpuList(cpus);
    }

    @Override
    public String toString() {
        return isAuto() ? "auto" : cpus.toString();
    }
}
