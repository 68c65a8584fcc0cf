package io.braid.perf.lab;

import java.util.List;

/**
 * What became of the datagrams of one or several streams.
 *
 * @param sent handed to the sender's kernel
 * @param lost never received
 * @param reordered received after a later one of their flow
 * @param duplicated received again
 */
public record StreamCount(long sent, long lost, long reordered, long duplicated) {
    public static StreamCount sum(List<StreamCount> counts) {
        return new StreamCount(
                counts.stream().mapToLong(StreamCount::sent).sum(),
                counts.stream().mapToLong(StreamCount::lost).sum(),
                counts.stream().mapToLong(StreamCount::reordered).sum(),
                counts.stream().mapToLong(StreamCount::duplicated).sum());
    }
}
