package io.braid.dataplane.control;

import io.braid.dataplane.control.StatusReport.Traffic;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** One full example of every shape, shared by the golden files and the tests of the command line. */
public final class Samples {
    private Samples() {}

    public static AttachRequest request() {
        return new AttachRequest(
                "train-1",
                List.of("10.100.0.7", "2001:db8:100::7"),
                "tap",
                "/run/netns/task1",
                false,
                9000,
                null,
                null,
                "job/9",
                "job-9",
                new TaskLimits(10_000_000_000L, null, 0L, 2_000_000L),
                null);
    }

    public static AttachResult result() {
        return new AttachResult(
                "train-1",
                "tap",
                "task0",
                "02:00:00:00:01:00",
                9000,
                1,
                List.of("10.100.0.7", "2001:db8:100::7"),
                List.of(new AttachResult.NicAddress("nic0", "10.20.0.1", "task0")),
                List.of("169.254.1.1", "fe80::1"),
                null,
                "/run/braid/tasks/.api/train-1/braid.sock",
                "02:b2:a1:d0:00:01",
                grant());
    }

    public static GrantStatus grant() {
        return new GrantStatus(
                "4f1c0d7e",
                "kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k",
                "job-9",
                List.of("10.100.0.7", "2001:db8:100::7"),
                "2026-11-30T12:00:00Z",
                "2026-11-30T13:00:00Z",
                false);
    }

    public static StatusReport status() {
        var worker = new StatusReport.Worker("worker-0", 2, 0, 1_000_000, 250_000, 873, 1, 0);
        return new StatusReport(
                "gpu-17",
                "0.1.0",
                4242,
                11_530,
                new StatusReport.Dpdk("22.11.7", true, 512L << 20),
                List.of(worker),
                List.of(uplink0(), uplink1()),
                List.of(task()),
                List.of(new StatusReport.Punt(
                        "nic0", "nic0", new Traffic(41, 4_100), new Traffic(42, 4_200), new TreeMap<>())),
                new FlowStatus("least-loaded", 1_234, 1 << 20, 5_678, 4_000, 40, 4, 12, 0, 2, 400),
                new TreeMap<>(Map.of("ttl-expired", 3L, "source-not-own", 17L, "bad-checksum", 0L)),
                StatusReport.Invariant.of(1_000_000, 12, 999_900, 20, 90, 2),
                new StatusReport.Mempool("packets", 65_535, 8_192, 57_343),
                new StatusReport.Bgp(4, 3, 6),
                List.of("one NUMA node has no worker: its packets cross sockets"));
    }

    private static StatusReport.Uplink uplink0() {
        return new StatusReport.Uplink(
                "nic0",
                "vdev:net_af_packet0,iface=up0",
                0,
                "02:00:00:00:00:01",
                9000,
                new StatusReport.Offloads(List.of(), List.of()),
                null,
                "software",
                0,
                null,
                null,
                List.of(new StatusReport.Queue(0, "worker-0", 12_345_678)),
                true,
                new StatusReport.Usable(true, true),
                null,
                List.of(
                        new StatusReport.Gateway("192.0.2.0", "reachable", "02:00:00:00:00:aa"),
                        new StatusReport.Gateway("2001:db8::", "reachable", "02:00:00:00:00:aa")),
                new Traffic(12_345_678, 18_200_000_000L),
                new Traffic(98_765, 750_000_000),
                0.75,
                new TreeMap<>(Map.of("ttl-expired", 3L)));
    }

    private static StatusReport.Uplink uplink1() {
        return new StatusReport.Uplink(
                "nic1",
                "pci:0000:3b:00.1",
                1,
                "02:00:00:00:00:02",
                9000,
                new StatusReport.Offloads(List.of(), List.of("checksum", "tso4", "tso6")),
                1,
                "flow-rules",
                2,
                1_234_567L,
                "cannot make a flow rule: ENOSPC (No space left on device)",
                List.of(new StatusReport.Queue(0, "worker-0", 5), new StatusReport.Queue(1, "worker-1", 7)),
                true,
                new StatusReport.Usable(false, false),
                "gateway 192.0.2.2 does not answer",
                List.of(new StatusReport.Gateway("192.0.2.2", "failed", null)),
                new Traffic(0, 0),
                new Traffic(7, 250_000_000),
                0.25,
                new TreeMap<>());
    }

    private static StatusReport.Task task() {
        return new StatusReport.Task(
                "train-1",
                "tap",
                "task0",
                "/run/netns/task1",
                List.of("10.100.0.7", "2001:db8:100::7"),
                List.of(new AttachResult.NicAddress("nic0", "10.20.0.1", "task0")),
                "02:00:00:00:01:00",
                9000,
                new StatusReport.Offloads(List.of("checksum"), List.of()),
                0,
                "worker-0",
                true,
                null,
                "job/9",
                grant(),
                "job-9",
                new TaskLimits(10_000_000_000L, null, 0L, 2_000_000L),
                new Traffic(98_772, 1_000_000_000),
                new Traffic(12_345_678, 18_200_000_000L),
                new TreeMap<>(Map.of("source-not-own", 17L)));
    }
}
