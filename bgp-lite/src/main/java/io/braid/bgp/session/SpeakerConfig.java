package io.braid.bgp.session;

import io.braid.bgp.wire.IpAddress;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What all sessions of a speaker share.
 *
 * @param asn the own AS: 1 to 4294967295
 * @param routerId the BGP identifier, an IPv4-shaped number but 0
 * @param listenPort the port of incoming connections, 179 by custom; 0 takes none
 * @param passwordCheck how often password files are looked at
 * @param tap sees every message, null for none
 */
public record SpeakerConfig(
        long asn,
        IpAddress routerId,
        int listenPort,
        Duration passwordCheck,
        @Nullable SessionTap tap) {
    /**
     * Checks the ranges.
     *
     * @throws IllegalArgumentException if one is violated
     */
    public SpeakerConfig {
        if (asn < 1 || asn > 0xFFFF_FFFFL) {
            throw new IllegalArgumentException("an AS is 1 to 4294967295, not " + asn);
        }
        if (listenPort < 0 || listenPort > 0xFFFF) {
            throw new IllegalArgumentException("a port is 0 to 65535, not " + listenPort);
        }
        if (passwordCheck.compareTo(Duration.ofMillis(10)) < 0) {
            throw new IllegalArgumentException(
                    "password files are looked at every 10 ms or more, not " + passwordCheck);
        }
    }

    /** A speaker on the usual port that looks at password files every two seconds. */
    public static SpeakerConfig of(long asn, IpAddress routerId) {
        return new SpeakerConfig(asn, routerId, PeerConfig.BGP_PORT, Duration.ofSeconds(2), null);
    }

    public SpeakerConfig withListenPort(int port) {
        return new SpeakerConfig(asn, routerId, port, passwordCheck, tap);
    }

    public SpeakerConfig withPasswordCheck(Duration time) {
        return new SpeakerConfig(asn, routerId, listenPort, time, tap);
    }

    public SpeakerConfig withTap(SessionTap other) {
        return new SpeakerConfig(asn, routerId, listenPort, passwordCheck, other);
    }
}
