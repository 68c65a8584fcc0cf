package io.braid.dataplane.control;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The announcer at one moment: answer of {@code GET /v1/bgp}, printed by {@code braid bgp peers}. Names are stable as those of {@link StatusReport} are.
 *
 * @param asn this host's AS number
 * @param routerId its BGP identifier
 * @param strangers connections from addresses that are no peer's, refused since start
 * @param listening where switches can connect to, with what keeps them from it
 * @param peers in the order of the configuration
 */
public record BgpReport(long asn, String routerId, long strangers, List<String> listening, List<Peer> peers) {
    public BgpReport {
        listening = List.copyOf(listening);
        peers = List.copyOf(peers);
    }

    /**
     * A switch.
     *
     * @param peer its address, also its name
     * @param uplink the uplink that the session runs over
     * @param asn its AS number
     * @param state of the session, such as {@code established}; {@code not-started} before its address was resolved
     * @param holdSeconds the agreed hold time, null unless established
     * @param families agreed on: {@code ipv4-unicast}, {@code ipv6-unicast}
     * @param addPath whether several paths are sent
     * @param gracefulRestart whether the switch keeps routes over a restart of ours
     * @param advertised routes that it was told and that stand, by family
     * @param received routes that it told, by family
     * @param refused of those, how many were not believed since start, by reason
     * @param queuedBytes what waits to be sent
     * @param fault what keeps the session from coming up, null for nothing
     * @param bfd the BFD session, null for none
     * @param messages messages since start, by direction and type, such as {@code sent_update}
     * @param events what else happened since start, such as {@code hold_expired}
     * @param history the last changes of state, oldest first
     */
    public record Peer(
            String peer,
            String uplink,
            long asn,
            String state,
            @Nullable Integer holdSeconds,
            List<String> families,
            boolean addPath,
            boolean gracefulRestart,
            Map<String, Integer> advertised,
            Map<String, Integer> received,
            Map<String, Long> refused,
            int queuedBytes,
            @Nullable String fault,
            @Nullable Bfd bfd,
            Map<String, Long> messages,
            Map<String, Long> events,
            List<Change> history) {
        public Peer {
            families = List.copyOf(families);
            advertised = sorted(advertised);
            received = sorted(received);
            refused = sorted(refused);
            messages = sorted(messages);
            events = sorted(events);
            history = List.copyOf(history);
        }
    }

    /**
     * A BFD session.
     *
     * @param state such as {@code up}
     * @param diagnostic why it went down last, as we tell the switch
     * @param detectionMillis the silence after which the path counts as broken, 0 before the first packet
     * @param intervalMicros how often we send, 0 if the switch wants nothing
     * @param sent packets
     * @param received packets
     * @param changes of state since start
     * @param fault why it does not work, null if nothing is wrong
     */
    public record Bfd(
            String state,
            String diagnostic,
            long detectionMillis,
            long intervalMicros,
            long sent,
            long received,
            long changes,
            @Nullable String fault) {}

    /**
     * A change of a session's state.
     *
     * @param at UTC, ISO 8601
     * @param from the state before
     * @param to the state after
     * @param reason in words
     * @param count how often in a row
     */
    public record Change(String at, String from, String to, String reason, long count) {}

    private static <V> Map<String, V> sorted(Map<String, V> map) {
        return Collections.unmodifiableMap(new TreeMap<>(map));
    }
}
