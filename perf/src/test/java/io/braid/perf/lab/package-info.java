/** Tests of the lab itself: a lab that measures wrongly proves nothing about what runs in it. */
@NullMarked
package io.braid.perf.lab;

import org.jspecify.annotations.NullMarked;
