package io.braid.linux;

/**
 * What a codec made of a message: a value, a message that is well-formed but not about what is watched, or one that is
 * malformed. An error is a value here, because bytes from outside must never throw.
 */
sealed interface Decoded<V> {
    record Value<V>(V value) implements Decoded<V> {}

    record Ignored<V>() implements Decoded<V> {}

    record Malformed<V>(String why) implements Decoded<V> {}
}
