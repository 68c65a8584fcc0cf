package io.braid.perf.forward;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/**
 * What one case gave, over its rounds.
 *
 * @param which the case
 * @param rounds at least one
 * @param quiet what the worker did besides
 * @param costs what the CPU counted, if it does
 */
record ForwardFigures(ForwardCase which, List<Round> rounds, Quiet quiet, PacketCosts costs) {
    /**
     * Packets a second of each side, in turns that follow one another.
     *
     * @param braid the whole path
     * @param io Braid's bare loop
     * @param testpmdIo the same of testpmd
     * @param macswap testpmd that swaps MAC addresses
     * @param fiveTuple testpmd that parses and swaps addresses and ports as well
     */
    record Round(double braid, double io, double testpmdIo, double macswap, double fiveTuple) {
        double nanosOverIo() {
            return 1e9 / braid - 1e9 / io;
        }
    }

    /**
     * What must not happen while packets are forwarded.
     *
     * @param allocated bytes that the worker allocated
     * @param collections garbage collections
     * @param notSent packets that came in and were not sent
     * @param longestTurn nanoseconds of the longest turn of the worker's loop
     * @param machineGap nanoseconds for which the machine kept a thread on that CPU from running that does nothing but look at the clock
     */
    record Quiet(long allocated, long collections, long notSent, long longestTurn, long machineGap) {}

    double median(ToDoubleFunction<Round> figure) {
        double[] sorted = rounds.stream().mapToDouble(figure).sorted().toArray();
        return sorted[sorted.length / 2];
    }

    private double least(ToDoubleFunction<Round> figure) {
        return rounds.stream().mapToDouble(figure).min().orElseThrow();
    }

    private double most(ToDoubleFunction<Round> figure) {
        return rounds.stream().mapToDouble(figure).max().orElseThrow();
    }

    static double ratioMacswap(Round round) {
        return round.braid() / round.macswap();
    }

    static double ratioFiveTuple(Round round) {
        return round.braid() / round.fiveTuple();
    }

    /** One row of the table. */
    String text() {
        return String.format(
                Locale.ROOT,
                "%-29s %6.2f %6.2f %6.2f %6.2f   %5.2f (%.2f-%.2f) %5.2f (%.2f-%.2f) %6.1f %7.1f",
                which.name(),
                median(Round::braid) / 1e6,
                median(Round::testpmdIo) / 1e6,
                median(Round::macswap) / 1e6,
                median(Round::fiveTuple) / 1e6,
                median(ForwardFigures::ratioMacswap),
                least(ForwardFigures::ratioMacswap),
                most(ForwardFigures::ratioMacswap),
                median(ForwardFigures::ratioFiveTuple),
                least(ForwardFigures::ratioFiveTuple),
                most(ForwardFigures::ratioFiveTuple),
                1e9 / median(Round::braid),
                median(Round::nanosOverIo));
    }

    /** The table's head. */
    static String head() {
        return String.format(
                        Locale.ROOT,
                        "%-29s %6s %6s %6s %6s   %-17s %-17s %6s %7s%n",
                        "",
                        "braid",
                        "io",
                        "macsw",
                        "5tswap",
                        "braid / macswap",
                        "braid / 5tswap",
                        "ns per",
                        "ns")
                + String.format(
                        Locale.ROOT,
                        "%-29s %6s %6s %6s %6s   %-17s %-17s %6s %7s",
                        "case",
                        "Mpps",
                        "Mpps",
                        "Mpps",
                        "Mpps",
                        "median (range)",
                        "median (range)",
                        "packet",
                        "over io");
    }

    void write(ObjectNode json) {
        json.put("name", which.name());
        json.put("vdev", which.vdev().label());
        json.put("workers", which.workers());
        json.put("flows", which.flows());
        json.put("rounds", rounds.size());
        json.put("braid_mpps", median(Round::braid) / 1e6);
        json.put("braid_io_mpps", median(Round::io) / 1e6);
        json.put("testpmd_io_mpps", median(Round::testpmdIo) / 1e6);
        json.put("testpmd_macswap_mpps", median(Round::macswap) / 1e6);
        json.put("testpmd_5tswap_mpps", median(Round::fiveTuple) / 1e6);
        json.put("ratio_macswap", median(ForwardFigures::ratioMacswap));
        json.put("ratio_macswap_min", least(ForwardFigures::ratioMacswap));
        json.put("ratio_macswap_max", most(ForwardFigures::ratioMacswap));
        json.put("ratio_5tswap", median(ForwardFigures::ratioFiveTuple));
        json.put("ratio_5tswap_min", least(ForwardFigures::ratioFiveTuple));
        json.put("ratio_5tswap_max", most(ForwardFigures::ratioFiveTuple));
        json.put("ns_per_packet", 1e9 / median(Round::braid));
        json.put("ns_over_io", median(Round::nanosOverIo));
        json.put("allocated_bytes", quiet.allocated());
        json.put("gc_count", quiet.collections());
        json.put("not_sent", quiet.notSent());
        json.put("longest_turn_us", quiet.longestTurn() / 1000.0);
        json.put("machine_gap_us", quiet.machineGap() / 1000.0);
        costs.write(json);
    }
}
