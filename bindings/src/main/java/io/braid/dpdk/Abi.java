package io.braid.dpdk;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The binary interfaces of DPDK that this build knows: whose structures it has the {@linkplain Layouts layouts} of.
 *
 * <p>DPDK keeps one for the three releases of a year; Debian's releases have long-term ones.
 */
public enum Abi {
    DPDK_22_11(23, "22.11", 12),
    DPDK_24_11(25, "24.11", 13);

    private final int number;
    private final String release;
    private final int debian;

    Abi(int number, String release, int debian) {
        this.number = number;
        this.release = release;
        this.debian = debian;
    }

    /** The {@code N} of {@code librte_eal.so.N}. */
    public int number() {
        return number;
    }

    /** DPDK's release, such as {@code 22.11}. */
    public String release() {
        return release;
    }

    /** The file of a library, such as {@code librte_net_tap.so.23} for {@code net_tap}. */
    public String file(String library) {
        return "librte_" + library + ".so." + number;
    }

    /** The Debian package of a library, such as {@code librte-net-tap23} for {@code net_tap}, and {@code librte-net-mlx5-23} for {@code net_mlx5}. */
    public String debianPackage(String library) {
        boolean digit = Character.isDigit(library.charAt(library.length() - 1));
        return "librte-" + library.replace('_', '-') + (digit ? "-" : "") + number;
    }

    /** The one with a number, if this build knows it. */
    public static Optional<Abi> ofNumber(int number) {
        return Arrays.stream(values()).filter(abi -> abi.number == number).findFirst();
    }

    /** All, the newest first. */
    public static List<Abi> newestFirst() {
        return Arrays.asList(values()).reversed();
    }

    /** For messages about one that is missing: {@code DPDK 22.11 (Debian 12) or 24.11 (Debian 13)}. */
    public static String known() {
        return Arrays.stream(values())
                .map(abi -> abi.release + " (Debian " + abi.debian + ")")
                .collect(Collectors.joining(" or ", "DPDK ", ""));
    }

    /** The EAL's file names, for the same messages: {@code librte_eal.so.23 or librte_eal.so.25}. */
    public static String knownFiles() {
        return Arrays.stream(values()).map(abi -> abi.file("eal")).collect(Collectors.joining(" or "));
    }
}
