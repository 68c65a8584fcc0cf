package io.braid.perf.bgp;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.braid.perf.lab.StreamCount;
import io.braid.perf.report.ReportJson;

/** The figures of {@code --json}; the keys are stable, times are milliseconds. */
final class BgpJson {
    private static final ObjectMapper JSON = new ObjectMapper();

    private BgpJson() {}

    static String of(BgpFigures f) {
        ObjectNode root = JSON.createObjectNode();
        ReportJson.series(root, "carrier_loss_ms", f.carrier().loss());
        ReportJson.series(root, "return_ms", f.carrier().back());
        ReportJson.series(root, "silent_loss_ms", f.silence().loss());
        ReportJson.series(root, "silent_return_ms", f.silence().back());
        drains(root.putObject("drain"), f.drains());
        ReportJson.series(root, "attach_ms", f.announcements().attach());
        ReportJson.series(root, "announce_ms", f.announcements().announce());
        ReportJson.series(root, "withdraw_ms", f.announcements().withdraw());
        ReportJson.series(root, "owner_killed_ms", f.announcements().ownerKilled());
        ReportJson.series(root, "detach_ms", f.announcements().detach());
        ReportJson.series(root, "braid_killed_ms", f.braidKilled());
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
        ReportJson.series(node, "moved_ms", drains.moved());
        ReportJson.series(node, "undrain_ms", drains.back());
    }

    private static void count(ObjectNode node, StreamCount count) {
        node.put("sent", count.sent());
        node.put("lost", count.lost());
        node.put("reordered", count.reordered());
        node.put("duplicated", count.duplicated());
    }
}
