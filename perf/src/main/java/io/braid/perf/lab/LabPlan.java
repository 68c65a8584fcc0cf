package io.braid.perf.lab;

import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;

/**
 * Names and addresses of one lab, so that whoever sends, captures or configures agrees on them.
 *
 * <pre>
 *   task1 ─┐          ┌─ up0 ═ swp0 ─┐
 *   task2 ─┴─ (host) ─┼─ up1 ═ swp1 ─┼─ (tor) ─ st0 ═ eth0 (storage)
 *                     └─ ...         ┘       └── sp0 ═ eth0 (spine)
 * </pre>
 *
 * @param tag starts the name of every namespace of this lab; unique on the machine
 * @param uplinks number of links between host and tor, 1 to 8
 * @param tasks number of task namespaces, 1 to 100, numbered from 1
 * @param rateBitsPerSecond what both ends of each uplink are shaped to; 0 leaves them unshaped
 * @param mtu of every link, bytes, 1280 to 9000
 */
public record LabPlan(String tag, int uplinks, int tasks, long rateBitsPerSecond, int mtu) {
    /** AS number of the host. */
    public static final long HOST_AS = 65017;

    /** AS number of the rack switch. */
    public static final long TOR_AS = 65000;

    static final long SPINE_AS = 64999;

    public LabPlan {
        if (uplinks < 1 || uplinks > 8) {
            throw new IllegalArgumentException("uplinks must be 1 to 8, not " + uplinks);
        }
        if (tasks < 1 || tasks > 100) {
            throw new IllegalArgumentException("tasks must be 1 to 100, not " + tasks);
        }
        if (rateBitsPerSecond < 0 || (rateBitsPerSecond > 0 && rateBitsPerSecond < 1_000_000)) {
            throw new IllegalArgumentException(
                    "rate must be 0 or at least 1 Mbit/s, not " + rateBitsPerSecond + " bit/s");
        }
        if (mtu < 1280 || mtu > 9000) {
            throw new IllegalArgumentException("mtu must be 1280 to 9000, not " + mtu);
        }
    }

    public Netns host() {
        return new Netns(tag + "-host");
    }

    public Netns tor() {
        return new Netns(tag + "-tor");
    }

    public Netns storage() {
        return new Netns(tag + "-storage");
    }

    /** The switch behind the rack switch; there with {@link Routing#BGP} only. */
    public Netns spine() {
        return new Netns(tag + "-spine");
    }

    /** Namespace of task {@code number}, counted from 1. */
    public Netns task(int number) {
        return new Netns(tag + "-" + taskName(number));
    }

    public String taskName(int number) {
        return "task" + number;
    }

    /** Host's end of uplink {@code i}, counted from 0. */
    public String hostPort(int i) {
        return "up" + i;
    }

    /** The switch's end of uplink {@code i}. */
    public String switchPort(int i) {
        return "swp" + i;
    }

    /** Name of uplink {@code i} in Braid's configuration. */
    public String uplinkName(int i) {
        return "nic" + i;
    }

    /** The switch's address on uplink {@code i}: the gateway of the host. */
    public String torAddress(int i, Family family) {
        return family == Family.V4 ? "192.0.2." + (2 * i) : "2001:db8:0:" + i + "::";
    }

    /** The host's own address on uplink {@code i}. */
    public String hostAddress(int i, Family family) {
        return family == Family.V4 ? "192.0.2." + (2 * i + 1) : "2001:db8:0:" + i + "::1";
    }

    /** Prefix length of the addresses on an uplink: two addresses in each. */
    public int uplinkPrefixLength(Family family) {
        return family.hostBits() - 1;
    }

    /** The prefix whose addresses tasks get on uplink {@code i}. */
    public String containerPrefix(int i, Family family) {
        return family == Family.V4 ? "10.20." + i + ".0/28" : "2001:db8:20:" + i + "::/80";
    }

    public String taskAddress(int number, Family family) {
        return family == Family.V4 ? "10.100.0." + number : "2001:db8:100::" + Integer.toHexString(number);
    }

    /** Addresses of all tasks as {@link FlowKey} writes them, to tell what the host sent from what it received. */
    public List<String> taskSources() {
        List<String> sources = new ArrayList<>();
        for (int task = 1; task <= tasks; task++) {
            for (Family family : Family.values()) {
                sources.add(InetAddress.ofLiteral(taskAddress(task, family)).getHostAddress());
            }
        }
        return sources;
    }

    /** Storage's addresses as {@link FlowKey} writes them. */
    public List<String> storageSources() {
        return List.of(
                storageAddress(Family.V4),
                InetAddress.ofLiteral(storageAddress(Family.V6)).getHostAddress());
    }

    /** The prefix every task address lies in. */
    public String taskPrefix(Family family) {
        return family == Family.V4 ? "10.100.0.0/16" : "2001:db8:100::/48";
    }

    public String storageAddress(Family family) {
        return family == Family.V4 ? "198.51.100.2" : "2001:db8:51::2";
    }

    public String storageGateway(Family family) {
        return family == Family.V4 ? "198.51.100.1" : "2001:db8:51::1";
    }

    public int storagePrefixLength(Family family) {
        return family == Family.V4 ? 24 : 64;
    }

    String storagePrefix(Family family) {
        return family == Family.V4 ? "198.51.100.0/24" : "2001:db8:51::/64";
    }

    String torSpineAddress(Family family) {
        return family == Family.V4 ? "203.0.113.0" : "2001:db8:53::";
    }

    String spineAddress(Family family) {
        return family == Family.V4 ? "203.0.113.1" : "2001:db8:53::1";
    }
}
