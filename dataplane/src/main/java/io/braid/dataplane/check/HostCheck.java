package io.braid.dataplane.check;

import io.braid.dataplane.config.HostConfig;
import java.util.ArrayList;
import java.util.List;

/** Examines all that a configuration asks of a host. Reads only; any thread. */
public final class HostCheck {
    private HostCheck() {}

    /** All findings, in the order in which an operator would set a host up. */
    public static List<Finding> run(HostConfig config, HostFiles files) {
        var findings = new ArrayList<Finding>();
        findings.addAll(PrivilegeCheck.run(files));
        findings.addAll(LibraryCheck.run(config, files));
        findings.addAll(MemoryCheck.run(config, files));
        findings.addAll(BufferCheck.run(config, files));
        findings.addAll(CpuCheck.run(config, files));
        CpuCheck.planned(config, files).ifPresent(plan -> {
            findings.addAll(NodeMemoryCheck.run(config, plan, files));
            findings.addAll(IsolationCheck.run(config, plan, files));
        });
        for (var uplink : config.uplinks()) {
            findings.addAll(UplinkCheck.run(uplink, files));
        }
        findings.addAll(SpeedCheck.run(config, files));
        findings.addAll(ReversePathCheck.run(config, files));
        findings.addAll(SocketCheck.run(config, files));
        findings.addAll(WebCheck.run(config));
        findings.addAll(GrantKeyCheck.run(config, files));
        return findings;
    }
}
