package io.braid.dataplane.port;

import io.braid.dataplane.config.UplinkConfig;
import io.braid.dataplane.net.InterfaceAddress;
import io.braid.dataplane.net.Ipv6Address;
import io.braid.dataplane.net.MacAddress;
import io.braid.dpdk.Eal;
import io.braid.dpdk.PacketPool;
import io.braid.dpdk.Port;
import io.braid.linux.Interfaces;
import io.braid.linux.Sysctl;
import java.util.ArrayList;
import java.util.List;

/**
 * The tap, named after its uplink, through which the host's kernel uses the uplink's own addresses: ping, TCP (BGP), LLDP. It has the uplink's MAC address, so
 * that frames pass unchanged both ways.
 */
public final class PuntPort implements AutoCloseable {
    private final Port port;
    private final int mtu;

    private PuntPort(Port port, int mtu) {
        this.port = port;
        this.mtu = mtu;
    }

    /**
     * Makes the tap, gives it the uplink's addresses and brings it up.
     *
     * @param number makes the device's name unique
     * @param mac the uplink's address
     */
    static PuntPort open(Eal eal, PacketPool pool, int number, UplinkConfig uplink, MacAddress mac) {
        int mtu = Math.min(uplink.mtu(), TapDevice.MAX_MTU);
        Port port = TapDevice.open(eal, pool, number, uplink.name(), mac, mtu);
        try {
            addressInKernel(uplink, mtu);
            return new PuntPort(port, mtu);
        } catch (RuntimeException e) {
            port.close();
            throw e;
        }
    }

    private static void addressInKernel(UplinkConfig uplink, int mtu) {
        String name = uplink.name();
        boolean hasIpv6 = uplink.addresses().stream().anyMatch(address -> address.address() instanceof Ipv6Address);
        if (hasIpv6) {
            // No duplicate detection: the switch's answers would come a second late, and these addresses are ours by
            // configuration.
            Sysctl.host().write("net/ipv6/conf/" + name + "/accept_dad", "0");
            // The link-local address must be the one Braid answers for, which it takes from the MAC address.
            Sysctl.host().write("net/ipv6/conf/" + name + "/addr_gen_mode", "0");
        }
        var commands = new ArrayList<String>(List.of("link set dev " + name + " mtu " + mtu + " up"));
        for (InterfaceAddress address : uplink.addresses()) {
            boolean ipv6 = address.address() instanceof Ipv6Address;
            commands.add("addr replace " + address + " dev " + name + (ipv6 ? " nodad" : ""));
        }
        Interfaces.host().batch(commands);
    }

    public Port port() {
        return port;
    }

    /** Largest packet it takes, in bytes. */
    public int mtu() {
        return mtu;
    }

    @Override
    public void close() {
        port.close();
    }
}
