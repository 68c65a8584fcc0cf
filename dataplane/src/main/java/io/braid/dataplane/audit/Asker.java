package io.braid.dataplane.audit;

import org.jspecify.annotations.Nullable;

/**
 * Who asked for something.
 *
 * @param pid its process, 0 when unknown
 * @param uid its user, -1 when unknown
 * @param gid its group, -1 when unknown
 * @param command the process's name as the kernel has it (a process may change its own), null when unknown
 * @param cgroup the path of its control group, which names the container or service; null when unknown
 * @param netns the inode of its network namespace, 0 when unknown
 */
public record Asker(
        int pid,
        long uid,
        long gid,
        @Nullable String command,
        @Nullable String cgroup,
        long netns) {
    /** Nothing is known. */
    public static final Asker UNKNOWN = new Asker(0, -1, -1, null, null, 0);
}
