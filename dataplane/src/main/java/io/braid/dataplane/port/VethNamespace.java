package io.braid.dataplane.port;

import io.braid.dataplane.net.MacAddress;
import io.braid.dpdk.Port;
import io.braid.linux.Interfaces;
import io.braid.linux.IpCommandException;
import io.braid.linux.NetworkNamespace;
import io.braid.linux.Offloads;
import io.braid.linux.Sysctl;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Where Braid's ends of tasks' veths are: in a namespace of their own without addresses, routes or a name, made when the first is needed.
 *
 * <p>There the kernel has nothing to do with the packets that af_packet reads a copy of: it neither answers nor forwards them, whatever the host's own settings are.
 * And the namespace ends with the process, however that ends: both ends of every veth go with it, as a tap does, and the next process finds nothing left over. One
 * thread at a time.
 */
public final class VethNamespace implements AutoCloseable {
    private @Nullable NetworkNamespace namespace;

    /**
     * Makes a pair of interfaces, one in here and up, the other in the namespace of this process. Both have the same name.
     *
     * @param mac of the other
     * @param mtu bytes, of both
     * @throws IpCommandException when they cannot be made; neither is there then
     * @throws io.braid.linux.LinuxException likewise
     */
    void makePair(String name, MacAddress mac, int mtu) {
        NetworkNamespace inside = inside();
        Interfaces.host()
                .batch(List.of("link add name " + name + " address " + mac + " mtu " + mtu + " type veth peer name "
                        + name + " mtu " + mtu + " netns " + inside.reference()));
        try {
            // Whoever reads by af_packet gets what the container's kernel sends as it is.
            Offloads.finishSending(name);
            Interfaces.in(inside.reference()).setUp(name);
        } catch (RuntimeException e) {
            delete(name);
            throw e;
        }
    }

    /** Opens a port over one that is in here. */
    Port open(Supplier<Port> opening) {
        return inside().run(opening::get);
    }

    /** Deletes a pair, unless it went with the container's namespace. */
    void delete(String name) {
        Interfaces interfaces = Interfaces.in(inside().reference());
        try {
            interfaces.delete(name);
        } catch (IpCommandException e) {
            if (interfaces.exists(name)) {
                throw e;
            }
        }
    }

    private NetworkNamespace inside() {
        NetworkNamespace inside = namespace;
        if (inside == null) {
            inside = make();
            namespace = inside;
        }
        return inside;
    }

    private static NetworkNamespace make() {
        NetworkNamespace made = NetworkNamespace.create();
        try {
            Sysctl sysctl = Sysctl.in(made);
            sysctl.write("net/ipv4/ip_forward", "0"); // a new namespace has the host's setting
            sysctl.write("net/ipv6/conf/all/disable_ipv6", "1");
            sysctl.write("net/ipv6/conf/default/disable_ipv6", "1");
            return made;
        } catch (RuntimeException e) {
            made.close();
            throw e;
        }
    }

    /** Lets go of the namespace, when all pairs are deleted. */
    @Override
    public void close() {
        if (namespace != null) {
            namespace.close();
            namespace = null;
        }
    }
}
