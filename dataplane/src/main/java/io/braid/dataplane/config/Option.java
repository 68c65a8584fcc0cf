package io.braid.dataplane.config;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Declares one option of {@code host.yaml} on the record component that holds its value.
 *
 * <p>The key is the component's name in kebab case ({@code idleTimeout} is {@code idle-timeout}). An option without a
 * default is required, unless its type is {@link java.util.Optional}.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
@interface Option {
    /** What the option does, for the reference documentation: Markdown, whole sentences. */
    String doc();

    /** The value when the key is absent, as YAML; it is bound like a value from a file. Empty for none. */
    String defaultValue() default "";

    /**
     * Smallest and largest value, as {@code SMALLEST..LARGEST} in the option's own syntax; for a list, its number of
     * entries.
     */
    String range() default "";

    /**
     * Whether {@code braid reload} changes it without a restart. On a section that may be left out and on a list of
     * sections it says whether the section, or an entry, may come and go so.
     */
    boolean live() default false;

    /** A value as an operator would write it, for the documentation. */
    String example() default "";
}
