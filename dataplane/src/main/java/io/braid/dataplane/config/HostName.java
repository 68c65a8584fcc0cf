package io.braid.dataplane.config;

import io.braid.dataplane.net.MalformedValueException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;

/**
 * The name of a host.
 *
 * @param value 1 to 64 letters, digits, dots and hyphens
 */
public record HostName(String value) {
    private static final String EXPECTED = "auto or a host name such as gpu-17";
    /** 64 is the kernel's limit ({@code HOST_NAME_MAX} in {@code limits.h}). */
    private static final Pattern SYNTAX = Pattern.compile("[A-Za-z0-9](?:[A-Za-z0-9.-]{0,62}[A-Za-z0-9])?");

    private static final Path KERNEL_NAME = Path.of("/proc/sys/kernel/hostname");

    /**
     * Reads a name; {@code auto} stands for the machine's own, as the kernel has it.
     *
     * @throws MalformedValueException if it is not a host name
     */
    public static HostName parse(String text) {
        if (text.equals("auto")) {
            return ofMachine();
        }
        if (!SYNTAX.matcher(text).matches()) {
            throw new MalformedValueException(EXPECTED, text);
        }
        return new HostName(text);
    }

    /** The machine's name; never asks the DNS, which {@link java.net.InetAddress#getLocalHost()} would. */
    private static HostName ofMachine() {
        try {
            return new HostName(Files.readString(KERNEL_NAME).strip());
        } catch (IOException e) {
            throw new UncheckedIOException("the machine's name is not readable", e);
        }
    }

    @Override
    public String toString() {
        return value;
    }
}
