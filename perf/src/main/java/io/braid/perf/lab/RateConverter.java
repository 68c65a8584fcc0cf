package io.braid.perf.lab;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads {@code --rate} into bits per second. */
public final class RateConverter implements ITypeConverter<Long> {
    @Override
    public Long convert(String text) {
        try {
            return Rate.parse(text);
        } catch (IllegalArgumentException e) {
            throw new TypeConversionException(String.valueOf(e.getMessage()));
        }
    }
}
