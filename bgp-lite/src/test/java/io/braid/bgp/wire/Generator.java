package io.braid.bgp.wire;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;

/** Makes messages that are right, at random but repeatable: the seed tells all. */
final class Generator {
    private final Random random;

    Generator(long seed) {
        random = new Random(seed);
    }

    int below(int bound) {
        return random.nextInt(bound);
    }

    private boolean coin() {
        return random.nextBoolean();
    }

    private long u32() {
        return random.nextInt() & 0xFFFF_FFFFL;
    }

    private <T> List<T> some(int min, int max, Supplier<T> one) {
        var list = new ArrayList<T>();
        for (int count = min + below(max - min + 1); count > 0; count--) {
            list.add(one.get());
        }
        return list;
    }

    Bytes bytes(int max) {
        byte[] bytes = new byte[below(max + 1)];
        random.nextBytes(bytes);
        return Bytes.of(bytes);
    }

    Message message(Negotiated context) {
        return switch (below(8)) {
            case 0 -> open();
            case 1 -> new Notification(below(256), below(256), bytes(600));
            case 2 -> new Keepalive();
            case 3 -> new RouteRefresh(afiSafi(), context.enhancedRefresh() ? below(256) : 0);
            case 4 -> withdrawal(context);
            default -> announcement(context, 1 + below(40));
        };
    }

    Open open() {
        long asn = coin() ? 1 + below(65535) : 1 + below(Integer.MAX_VALUE - 1);
        List<Capability> capabilities = some(0, 12, this::capability);
        capabilities.removeIf(c -> c instanceof Capability.Role);
        if (asn > 65535 || coin()) {
            capabilities.add(below(capabilities.size() + 1), new Capability.FourByteAs(asn));
        }
        int holdSeconds = coin() ? 0 : 3 + below(65533);
        return new Open(asn, holdSeconds, IpAddress.v4(1 + below(Integer.MAX_VALUE)), capabilities);
    }

    private AfiSafi afiSafi() {
        return coin() ? family().number() : new AfiSafi(below(65536), below(256));
    }

    private Family family() {
        return coin() ? Family.IPV4_UNICAST : Family.IPV6_UNICAST;
    }

    private Capability capability() {
        return switch (below(9)) {
            case 0 -> new Capability.MultiProtocol(afiSafi());
            case 1 -> new Capability.Refresh();
            case 2 ->
                new Capability.ExtendedNextHop(
                        some(0, 5, () -> new Capability.ExtendedNextHop.Combination(afiSafi(), below(65536))));
            case 3 -> new Capability.ExtendedMessage();
            case 4 ->
                new Capability.GracefulRestart(
                        coin(),
                        coin(),
                        below(4096),
                        some(0, 5, () -> new Capability.GracefulRestart.Kept(afiSafi(), coin())));
            case 5 -> {
                boolean receive = coin();
                yield new Capability.AddPath(
                        some(0, 5, () -> new Capability.AddPath.Paths(afiSafi(), receive, !receive || coin())));
            }
            case 6 -> new Capability.EnhancedRefresh();
            case 7 -> new Capability.Role(below(256));
            default -> new Capability.Opaque(192 + below(47), bytes(120));
        };
    }

    Family family(Negotiated context) {
        List<Family> families = List.copyOf(context.families());
        return families.get(below(families.size()));
    }

    Nlri nlri(Family family, Negotiated context) {
        int width = family.afi().width();
        int length = coin() ? width : below(width + 1);
        var prefix = new Prefix(family, random.nextLong(), random.nextLong(), length);
        return new Nlri(prefix, context.send().hasPathIds(family) ? random.nextInt() : 0);
    }

    Update withdrawal(Negotiated context) {
        Family family = family(context);
        return Update.withdraw(family, some(0, 60, () -> nlri(family, context)));
    }

    Update announcement(Negotiated context, int routes) {
        Family family = family(context);
        List<Nlri> nlri = some(routes, routes, () -> nlri(family, context));
        return Update.announce(attributes(context), new Update.Reach(family, nextHop(family, context), nlri));
    }

    NextHop nextHop(Family family, Negotiated context) {
        if (family == Family.IPV4_UNICAST && !(context.send().ipv6NextHop() && coin())) {
            return NextHop.of(IpAddress.v4(0x0A00_0000 | below(1 << 24)));
        }
        IpAddress address = IpAddress.v6(0x2001_0db8_0000_0000L | below(1 << 30), random.nextLong());
        return coin() ? NextHop.of(address) : new NextHop(address, IpAddress.v6(0xfe80L << 48, random.nextLong()));
    }

    PathAttributes attributes(Negotiated context) {
        var list = new ArrayList<Attribute>();
        list.add(new Attribute.OriginAttribute(Origin.values()[below(3)]));
        list.add(new Attribute.Path(path()));
        if (context.internal()) {
            list.add(new Attribute.LocalPref(u32()));
            list.add(new Attribute.OriginatorId(id()));
            list.add(new Attribute.ClusterList(some(1, 4, this::id)));
        }
        List<Attribute> optional = Arrays.asList(
                new Attribute.Med(u32()),
                new Attribute.AtomicAggregate(),
                new Attribute.Aggregator(asn(), id()),
                new Attribute.Communities(some(1, 80, () -> new Community(random.nextInt()))),
                new Attribute.ExtendedCommunities(some(1, 6, () -> new ExtendedCommunity(random.nextLong()))),
                new Attribute.LargeCommunities(some(1, 30, () -> new LargeCommunity(u32(), u32(), u32()))),
                new Attribute.OnlyToCustomer(u32()),
                new Attribute.Opaque(200, bytes(300)),
                new Attribute.Opaque(25, Bytes.of(new byte[20 * (1 + below(3))])));
        optional.stream().filter(a -> coin()).forEach(list::add);
        return new PathAttributes(list);
    }

    private IpAddress id() {
        return IpAddress.v4(random.nextInt());
    }

    private long asn() {
        return coin() ? 1 + below(23455) : 1 + below(Integer.MAX_VALUE - 1);
    }

    private AsPath path() {
        if (coin()) {
            long[] asns = new long[below(300)];
            Arrays.setAll(asns, i -> asn());
            return AsPath.of(asns);
        }
        return new AsPath(some(0, 3, () -> {
            long[] asns = new long[1 + below(8)];
            Arrays.setAll(asns, i -> asn());
            return AsSegment.of(AsSegment.Type.SET, asns);
        }));
    }
}
