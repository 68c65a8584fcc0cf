package io.braid.perf.emulated;

import io.braid.perf.lab.LabPlan;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The command that emulates a {@link Machine}.
 *
 * <p>In software ({@code tcg}) on one thread, because that works everywhere and does not hang; behind an emulated IOMMU, because Debian's kernels let a process drive a NIC
 * by vfio-pci only behind one.
 */
final class QemuCommandLine {
    static final String PROGRAM = "qemu-system-x86_64";

    /** The clock is the emulated TSC, or every look at it is a device access; mitigations cost an emulated CPU most of its speed. */
    private static final String KERNEL_ARGUMENTS =
            "console=ttyS0 quiet panic=-1 intel_iommu=on mitigations=off tsc=reliable nowatchdog";

    private static final String BEHIND_IOMMU = ",iommu_platform=on,ats=on,disable-legacy=on";

    private QemuCommandLine() {}

    /**
     * The program and its arguments.
     *
     * @param image of the guest
     * @param plan names the taps, which are in the namespace that QEMU runs in
     * @param share directory that the guest reads
     * @param sockets directory for the sockets and the console's log
     */
    static List<String> of(GuestImage image, LabPlan plan, Path share, Path sockets) {
        var command =
                new ArrayList<>(List.of(PROGRAM, "-machine", "q35", "-accel", "tcg,thread=single", "-cpu", "max"));
        add(command, "-nodefaults", "-no-user-config", "-no-reboot", "-display", "none", "-monitor", "none");
        nodes(command);
        for (Nic nic : Machine.NICS) {
            nic(command, nic, plan.switchPort(nic.index()));
        }
        add(command, "-drive", "file=" + image.disk() + ",if=none,id=disk,format=raw,snapshot=on");
        device(command, "virtio-blk-pci,drive=disk,bus=pcie.0");
        add(command, "-fsdev", "local,id=share,path=" + share + ",security_model=none,multidevs=remap,readonly=on");
        device(command, "virtio-9p-pci,fsdev=share,mount_tag=share,bus=pcie.0");
        device(command, "virtio-serial-pci,bus=pcie.0");
        add(command, "-chardev", "socket,id=agent,server=on,wait=off,path=" + agentSocket(sockets));
        device(command, "virtserialport,chardev=agent,name=braid");
        add(command, "-qmp", "unix:" + qmpSocket(sockets) + ",server=on,wait=off");
        add(
                command,
                "-kernel",
                image.kernel().toString(),
                "-initrd",
                image.initrd().toString());
        add(command, "-append", KERNEL_ARGUMENTS, "-serial", "file:" + consoleLog(sockets));
        return List.copyOf(command);
    }

    static Path agentSocket(Path sockets) {
        return sockets.resolve("agent.sock");
    }

    static Path qmpSocket(Path sockets) {
        return sockets.resolve("qmp.sock");
    }

    static Path consoleLog(Path sockets) {
        return sockets.resolve("console.log");
    }

    private static void nodes(List<String> command) {
        int cpus = Machine.NODES * Machine.CPUS_PER_NODE;
        add(command, "-m", Machine.NODES * Machine.MEMORY_MIB_PER_NODE + "M");
        add(command, "-smp", cpus + ",sockets=" + Machine.NODES + ",cores=" + Machine.CPUS_PER_NODE);
        device(command, "intel-iommu,intremap=on,device-iotlb=on,aw-bits=48");
        for (int node = 0; node < Machine.NODES; node++) {
            add(command, "-object", "memory-backend-ram,id=m" + node + ",size=" + Machine.MEMORY_MIB_PER_NODE + "M");
            add(command, "-numa", "node,nodeid=" + node + ",cpus=" + Machine.cpus(node) + ",memdev=m" + node);
        }
        for (int node = 0; node < Machine.NODES; node++) {
            for (int to = node + 1; to < Machine.NODES; to++) {
                add(command, "-numa", "dist,src=" + node + ",dst=" + to + ",val=" + Machine.distance(node, to));
            }
            device(
                    command,
                    "pxb-pcie,id=pxb" + node + ",bus_nr=" + Nic.bus(node) + ",numa_node=" + node + ",bus=pcie.0");
        }
    }

    private static void nic(List<String> command, Nic nic, String tap) {
        String port = "port" + nic.index();
        device(
                command,
                "pcie-root-port,id=" + port + ",bus=pxb" + nic.node() + ",chassis=" + (nic.node() + 1) + ",slot="
                        + nic.slot());
        String net = "net" + nic.index();
        boolean several = nic.model().queues() > 1;
        add(
                command,
                "-netdev",
                "tap,id=" + net + ",ifname=" + tap + ",script=no,downscript=no"
                        + (several ? ",queues=" + nic.model().queues() : ""));
        String common = ",id=" + nic.id() + ",netdev=" + net + ",bus=" + port + ",mac=" + nic.mac();
        // Vectors: one for each queue each way, one for the configuration, one for the control queue.
        device(
                command,
                switch (nic.model()) {
                    case VIRTIO ->
                        "virtio-net-pci" + common + ",mq=on,vectors="
                                + (2 * nic.model().queues() + 2) + ",rss=on,hash=on" + BEHIND_IOMMU;
                    case IGB -> "igb" + common;
                });
    }

    private static void device(List<String> command, String device) {
        add(command, "-device", device);
    }

    private static void add(List<String> command, String... arguments) {
        command.addAll(List.of(arguments));
    }
}
