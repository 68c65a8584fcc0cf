package io.braid.dataplane.config;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Lets a section be written as one value: that of the option named here, with the defaults of the others. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
@interface Shorthand {
    /** The option's key. */
    String value();
}
