package io.braid.bgp.wire;

/** Says that the speaker lives, and accepts the peer's OPEN (RFC 4271 section 4.4). */
public record Keepalive() implements Message {
    @Override
    public MessageType type() {
        return MessageType.KEEPALIVE;
    }
}
