package io.braid.dataplane.port;

import io.braid.dataplane.config.DeviceSpec;
import io.braid.dataplane.config.UplinkConfig;
import io.braid.dpdk.Eal;
import io.braid.dpdk.Port;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Ports of uplinks that were opened while another dataplane still had them, because opening takes long: those of {@code net_af_packet}, whose sockets share an
 * interface with others. What comes in until they are started is the other dataplane's, see {@link StalePackets}.
 *
 * <p>For the thread that starts and ends the process.
 */
public final class EarlyPorts implements AutoCloseable {
    private final Map<String, Port> ports = new HashMap<>();

    /**
     * Opens those that can be.
     *
     * @throws io.braid.dpdk.DpdkException when one is not there; none stays open then
     */
    public void open(Eal eal, List<UplinkConfig> uplinks) {
        try {
            for (UplinkConfig uplink : uplinks) {
                if (uplink.device() instanceof DeviceSpec.Vdev vdev && AfPacketRing.isUsedBy(vdev)) {
                    ports.put(uplink.name(), eal.open(UplinkDevice.devargs(uplink)));
                }
            }
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    /** An uplink's port, which is the caller's from now on; null if it is to be opened as ever. */
    @Nullable
    Port take(UplinkConfig uplink) {
        return ports.remove(uplink.name());
    }

    /** Closes those that nobody took. */
    @Override
    public void close() {
        var closing = ports.values().stream().<Runnable>map(port -> port::close).toList();
        ports.clear();
        Together.run(closing);
    }
}
