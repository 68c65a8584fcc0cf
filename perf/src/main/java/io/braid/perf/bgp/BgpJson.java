package io.braid.perf.bgp;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.braid.perf.lab.StreamCount;

/** The figures of {@code --json}; the keys are stable, times are milliseconds. */
final class BgpJson {
    private static final ObjectMapper JSON = new ObjectMapper();

    private BgpJson() {}

    static String of(BgpFigures f) {
        ObjectNode root = JSON.createObjectNode();
        series(root, "carrier_loss_ms", f.carrier().loss());
        series(root, "return_ms", f.carrier().back());
        series(root, "silent_loss_ms", f.silence().loss());
        series(root, "silent_return_ms", f.silence().back());
        drains(root.putObject("drain"), f.drains());
        series(root, "attach_ms", f.announcements().attach());
        series(root, "announce_ms", f.announcements().announce());
        series(root, "withdraw_ms", f.announcements().withdraw());
        series(root, "owner_killed_ms", f.announcements().ownerKilled());
        series(root, "detach_ms", f.announcements().detach());
        series(root, "braid_killed_ms", f.braidKilled());
        root.put("spine_routes", f.leaked().size());
        root.putArray("peers").add(f.peer());
        ArrayNode missed = root.putArray("missed");
        f.missed().forEach(missed::add);
        return root.toPrettyString() + "\n";
    }

    private static void drains(ObjectNode node, BgpFigures.Drained drains) {
        count(node, drains.all());
        count(node.putObject("in"), drains.in());
        count(node.putObject("out"), drains.out());
        count(node.putObject("undisturbed"), drains.undisturbed());
        series(node, "moved_ms", drains.moved());
        series(node, "undrain_ms", drains.back());
    }

    private static void series(ObjectNode parent, String name, Series series) {
        ObjectNode node = parent.putObject(name);
        node.put("median", rounded(series.median()));
        node.put("worst", rounded(series.worst()));
        if (series.hasTarget()) {
            node.put("target", series.target());
            node.put("met", series.met());
        }
        ArrayNode runs = node.putArray("runs");
        series.runs().forEach(run -> runs.add(rounded(run)));
    }

    private static void count(ObjectNode node, StreamCount count) {
        node.put("sent", count.sent());
        node.put("lost", count.lost());
        node.put("reordered", count.reordered());
        node.put("duplicated", count.duplicated());
    }

    private static double rounded(double millis) {
        return Math.round(millis * 10) / 10.0;
    }
}
