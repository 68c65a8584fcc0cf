package io.braid.dataplane.engine;

import io.braid.linux.AnonymousMemory;
import io.braid.linux.LinuxException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;

/** Memory on a NUMA node where that can be, else anywhere, with a warning: slower is better than not at all. */
public final class NodeMemory {
    private static final Logger LOG = System.getLogger(NodeMemory.class.getName());

    private NodeMemory() {}

    /**
     * Maps memory.
     *
     * @param what it is for, in messages
     * @param node where it is to lie, negative for anywhere
     * @throws LinuxException when there is not as much
     */
    public static AnonymousMemory map(String what, long bytes, int node) {
        AnonymousMemory memory = AnonymousMemory.map(bytes);
        if (node >= 0) {
            try {
                memory.preferNode(node);
            } catch (LinuxException e) {
                LOG.log(
                        Level.WARNING,
                        "{0} does not lie on node {1}: {2}",
                        what,
                        Integer.toString(node),
                        e.getMessage());
            }
        }
        return memory;
    }
}
