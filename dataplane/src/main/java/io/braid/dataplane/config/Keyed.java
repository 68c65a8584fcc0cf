package io.braid.dataplane.config;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Says which option tells a list's entries apart, so that two files can be compared whatever the order of their entries. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
@interface Keyed {
    /** The option's key. */
    String value();

    /** Whether it matters in which order the entries are. */
    boolean ordered() default false;
}
