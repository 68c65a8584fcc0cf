package io.braid.numa.topology;

import io.braid.linux.CpuSet;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Puts a topology together from what its parts' readers find, and fills the gaps. */
final class TopologyReader {
    private final List<String> notes = new ArrayList<>();
    private final SysTree sys;
    private final @Nullable SysTree proc;
    private final CpuSet fallback;

    TopologyReader(Path sysfs, @Nullable Path procfs, CpuSet fallback) {
        if (fallback.isEmpty()) {
            throw new IllegalArgumentException("the CPUs to fall back on must not be empty");
        }
        this.sys = new SysTree(sysfs, notes);
        this.proc = procfs == null ? null : new SysTree(procfs, notes);
        this.fallback = fallback;
    }

    Topology read() {
        var cpuReader = new CpuReader(sys);
        CpuSet online = cpuReader.online().orElse(CpuSet.empty());
        if (online.isEmpty()) {
            online = fallback;
            sys.note("sysfs does not say which CPUs are online; those of the affinity mask, " + fallback
                    + ", are taken for it");
        }
        List<NumaNode> nodes = new NodeReader(sys).read(online);
        List<Cpu> cpus = cpuReader.read(online, nodes);
        List<CacheGroup> caches = cpuReader.caches(online);
        List<PciDevice> devices = new PciReader(sys, nodes).read();
        Optional<CpuSet> cpuset = proc == null ? Optional.empty() : new CpusetReader(sys, proc).read();
        return new Topology(nodes, cpus, caches, devices, cpuset, notes);
    }
}
