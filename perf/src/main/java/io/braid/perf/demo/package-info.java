/**
 * {@code braid demo}: one command that shows what Braid does, in figures measured outside of it.
 *
 * <p>Steps and measuring, the text a person reads while waiting, the table, the JSON and the HTML page are apart, so that
 * each can be read and tested alone.
 */
@NullMarked
package io.braid.perf.demo;

import org.jspecify.annotations.NullMarked;
