package io.braid.dataplane.conductor;

import io.braid.dpdk.DpdkException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** A NIC that takes rules, which no virtual device does. It notes what it is told, and forgets it when it is reset. */
final class FakeNic implements SteeringNic {
    boolean hashes = true;
    int redirectionSize = 128;
    int room = Integer.MAX_VALUE;
    boolean takesRules = true;
    boolean counts = true;
    boolean refusesRedirection;
    int[] redirection = {};
    final Map<String, Integer> rules = new LinkedHashMap<>();
    final List<String> faults = new ArrayList<>();
    private int epoch;

    /** As a reset of the device does. */
    void forget() {
        rules.clear();
        redirection = new int[0];
        epoch++;
    }

    @Override
    public boolean hashes() {
        return hashes;
    }

    @Override
    public int redirectionSize() {
        return redirectionSize;
    }

    @Override
    public void redirect(int[] queues) {
        if (refusesRedirection) {
            throw new DpdkException("cannot set its redirection table: EINVAL");
        }
        redirection = queues.clone();
    }

    @Override
    public Optional<String> refusal(byte[] address, int queue) {
        return takesRules ? Optional.empty() : Optional.of("not supported");
    }

    @Override
    public Rule rule(byte[] address, int queue) {
        if (rules.size() >= room) {
            throw new DpdkException("cannot make a flow rule: ENOSPC");
        }
        String key = List.of(address.length, address[address.length - 1]).toString();
        if (rules.putIfAbsent(key, queue) != null) {
            faults.add("two rules for " + key);
        }
        int born = epoch;
        return new Rule() {
            @Override
            public int queue() {
                return queue;
            }

            @Override
            public OptionalLong hits() {
                return counts ? OptionalLong.of(10) : OptionalLong.empty();
            }

            @Override
            public void destroy() {
                if (born != epoch) {
                    faults.add("a rule of before the reset was destroyed");
                }
                rules.remove(key);
            }
        };
    }
}
