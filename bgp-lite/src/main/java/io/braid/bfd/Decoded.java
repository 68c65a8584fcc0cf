package io.braid.bfd;

/** What the codec made of a datagram: a packet, or why it is none. An error is a value: bytes from outside never throw. */
sealed interface Decoded permits ControlPacket, DiscardReason {}
