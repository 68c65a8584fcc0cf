package io.braid.dataplane.init;

import io.braid.dataplane.net.IpAddress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/** The gateways in the host's routing tables: {@code /proc/net/route} and {@code /proc/net/ipv6_route} (proc(5), Linux's {@code ip6_route.c}). */
final class KernelRoutes {
    private static final int V4_BYTES = 4;
    private static final int V6_BYTES = 16;

    /**
     * A route over a gateway.
     *
     * @param kernelInterface the interface it leaves by
     * @param gateway the next hop
     * @param isDefault whether it is for all destinations
     */
    record Route(String kernelInterface, IpAddress gateway, boolean isDefault) {}

    private KernelRoutes() {}

    /** All routes over gateways; lines that are not understood are left out, and a family that the kernel lacks has none. */
    static List<Route> read(Path procfs) throws IOException {
        var routes = new ArrayList<Route>();
        for (String line : lines(procfs.resolve("net/route"))) {
            String[] fields = line.split("\\s+", -1);
            // Iface Destination Gateway Flags ...: words in the machine's (little-endian) order.
            if (fields.length > 3 && fields[1].matches("[0-9A-Fa-f]{8}") && fields[2].matches("[0-9A-Fa-f]{8}")) {
                add(routes, fields[0], reversed(fields[2]), fields[1].matches("0{8}"));
            }
        }
        for (String line : lines(procfs.resolve("net/ipv6_route"))) {
            String[] fields = line.split("\\s+", -1);
            // destination length source length next-hop metric references use flags interface
            if (fields.length > 9 && fields[0].matches("[0-9a-f]{32}") && fields[4].matches("[0-9a-f]{32}")) {
                byte[] gateway = HexFormat.of().parseHex(fields[4]);
                add(routes, fields[9], gateway, fields[0].matches("0{32}") && fields[1].equals("00"));
            }
        }
        return routes;
    }

    private static void add(List<Route> routes, String kernelInterface, byte[] bytes, boolean isDefault) {
        IpAddress gateway = IpAddress.ofBytes(bytes);
        if (!gateway.isUnspecified() && (bytes.length == V4_BYTES || bytes.length == V6_BYTES)) {
            routes.add(new Route(kernelInterface, gateway, isDefault));
        }
    }

    private static byte[] reversed(String hex) {
        byte[] bytes = HexFormat.of().parseHex(hex);
        return new byte[] {bytes[3], bytes[2], bytes[1], bytes[0]};
    }

    private static List<String> lines(Path file) throws IOException {
        try {
            return Files.readAllLines(file).stream().map(String::strip).toList();
        } catch (NoSuchFileException e) {
            return List.of();
        }
    }
}
