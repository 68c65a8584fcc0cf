package io.braid.dataplane.config;

import io.braid.dataplane.net.MalformedValueException;
import java.util.List;

/**
 * CPUs named one by one.
 *
 * @param cpus CPU numbers as the kernel counts them, at least one, none twice
 */
public record CpuNumbers(List<Integer> cpus) {
    private static final String EXPECTED = "a list of CPUs such as [2, 3, \"8-11\"]";

    /** Copies the list, so that the record cannot change. */
    public CpuNumbers {
        cpus = List.copyOf(cpus);
    }

    /**
     * Reads numbers and ranges with commas between them: {@code 2,3,8-11}.
     *
     * @throws MalformedValueException for anything else, as {@link CpuList#parse}
     */
    public static CpuNumbers parse(String text) {
        CpuList list = CpuList.parse(text);
        if (list.isAuto()) {
            throw new MalformedValueException(EXPECTED, text);
        }
        return new CpuNumbers(list.cpus());
    }

    @Override
    public String toString() {
        return cpus.toString();
    }
}
