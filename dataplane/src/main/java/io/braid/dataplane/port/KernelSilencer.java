package io.braid.dataplane.port;

import io.braid.linux.Interfaces;
import io.braid.linux.Sysctl;
import java.util.ArrayList;
import java.util.List;

/**
 * Keeps the kernel from answering on an interface whose packets Braid takes by af_packet or af_xdp.
 *
 * <p>Those drivers get a copy of what the kernel receives, so without this the kernel would handle each packet for the host a second time: answer ARP for the
 * punt tap's addresses, take TCP segments in twice. Strict reverse-path filtering drops them since the way back is by the punt tap; ARP is told not to
 * answer, and IPv6 is switched off on the interface. All settings return to what they were on close.
 */
final class KernelSilencer implements AutoCloseable {
    private static final String NO_ARP_ANSWERS = "8";
    private static final String STRICT = "1";

    private final String iface;
    private final List<Sysctl.Restore> changed = new ArrayList<>();

    KernelSilencer(String iface) {
        this.iface = iface;
        Sysctl sysctl = Sysctl.host();
        try {
            changed.add(sysctl.writeUntilClosed("net/ipv4/conf/" + iface + "/rp_filter", STRICT));
            changed.add(sysctl.writeUntilClosed("net/ipv4/conf/" + iface + "/arp_ignore", NO_ARP_ANSWERS));
            changed.add(sysctl.writeUntilClosed("net/ipv6/conf/" + iface + "/disable_ipv6", "1"));
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    @Override
    public void close() {
        // Settings of an interface that was removed meanwhile went with it.
        if (Interfaces.host().exists(iface)) {
            changed.reversed().forEach(Sysctl.Restore::close);
        }
        changed.clear();
    }
}
