package io.braid.dataplane.control;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AttachRulesTest {

    @Test
    void putsTheRequestInCanonicalForm() {
        var given = new AttachRequest("t", List.of("2001:DB8:0::7", "10.0.0.1"), "tap", "blue", false, null, null);
        assertEquals(
                new AttachRequest("t", List.of("2001:db8::7", "10.0.0.1"), "tap", "/run/netns/blue", false, null, null),
                given.checked());
        assertEquals(given.checked(), given.checked().checked());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a",
                "0",
                "train-1",
                "A.b_c-d",
                "t..t",
                "0123456789012345678901234567890123456789012345678901234567890ab"
            })
    void acceptsTaskNames(String task) {
        assertEquals(task, request(task, "10.0.0.1", null).checked().task());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                ".",
                "..",
                "-a",
                "_a",
                "a/b",
                "../a",
                "a b",
                "a\n",
                "a\0",
                "ä",
                "a%2fb",
                "0123456789012345678901234567890123456789012345678901234567890abc"
            })
    void refusesOtherTaskNames(String task) {
        assertRefused("task: ", "is not a task name", request(task, "10.0.0.1", null));
    }

    @Test
    void refusesTheSameAddressTwiceHoweverSpelled() {
        var twice = new AttachRequest("t", List.of("2001:db8::1", "2001:DB8:0:0::1"), "tap", null, false, null, null);
        assertRefused("ips: ", "2001:db8::1 is given more than once", twice);
    }

    @Test
    void boundsTheNumberOfAddresses() {
        var ips = new ArrayList<String>();
        assertRefused("ips: ", "found 0", new AttachRequest("t", ips, "tap", null, false, null, null));
        for (int i = 1; i <= AttachRules.MAX_IPS; i++) {
            ips.add("10.0.0." + i);
        }
        assertEquals(
                ips,
                new AttachRequest("t", ips, "tap", null, false, null, null)
                        .checked()
                        .ips());
        ips.add("10.0.1.1");
        assertRefused("ips: ", "found 17", new AttachRequest("t", ips, "tap", null, false, null, null));
    }

    @ParameterizedTest
    @ValueSource(ints = {Integer.MIN_VALUE, -1, 0, 1279, 65536, Integer.MAX_VALUE})
    void refusesMtusThatNoLinkHas(int mtu) {
        assertRefused(
                "mtu: ", "out of range", new AttachRequest("t", List.of("10.0.0.1"), "tap", null, false, mtu, null));
    }

    @ParameterizedTest
    @ValueSource(ints = {1280, 1500, 9000, 65535})
    void acceptsMtusOfRealLinks(int mtu) {
        assertEquals(
                mtu,
                new AttachRequest("t", List.of("10.0.0.1"), "tap", null, false, mtu, null)
                        .checked()
                        .mtu());
    }

    @ParameterizedTest
    @CsvSource({
        "blue, /run/netns/blue",
        "4242, /run/netns/4242",
        "/proc/4242/ns/net, /proc/4242/ns/net",
        "/var/run/docker/netns/0f3a, /var/run/docker/netns/0f3a",
        "/proc/selfish/ns/net, /proc/selfish/ns/net"
    })
    void acceptsNamespaces(String given, String path) {
        assertEquals(path, request("t", "10.0.0.1", given).checked().netns());
    }

    @ParameterizedTest
    @CsvSource({
        "'', neither",
        "., neither",
        ".., neither",
        "'a b', neither",
        "run/netns/x, relative",
        "./x, relative",
        "/run/netns/../../etc/passwd, '..'",
        "/run/netns/./x, empty",
        "/run//netns/x, empty",
        "/run/netns/, empty",
        "/, empty",
        "'/run/netns/a b', printable",
        "/proc/self/ns/net, own namespace",
        "/proc/thread-self/ns/net, own namespace"
    })
    void refusesOtherNamespaces(String given, String why) {
        assertRefused("netns: ", why, request("t", "10.0.0.1", given));
    }

    @Test
    void refusesControlCharactersAndLengthInNamespaces() {
        assertRefused("netns: ", "printable", request("t", "10.0.0.1", "/run/netns/a\0b"));
        assertRefused("netns: ", "printable", request("t", "10.0.0.1", "/run/netns/ä"));
        assertRefused("netns: ", "255", request("t", "10.0.0.1", "/" + "a".repeat(255)));
    }

    @Test
    void saysWhatThisVersionDoesNotSupport() {
        var ip = List.of("10.0.0.1");
        for (String kind : List.of("tap", "veth", "virtio-user", "vhost-user", "auto")) {
            assertEquals(
                    kind,
                    new AttachRequest("t", ip, kind, null, false, null, null)
                            .checked()
                            .kind());
        }
        assertRefused(
                "kind: ",
                "use kind tap, veth, virtio-user",
                new AttachRequest("t", ip, "TAP", null, false, null, null));
        assertRefused("nics: ", "name it (netns)", new AttachRequest("t", ip, "tap", null, true, null, null));
        assertRefused("nics: ", "no devices", new AttachRequest("t", ip, "vhost-user", "blue", true, null, null));
    }

    @Test
    void onlyApplicationsHaveSeveralQueues() {
        for (int queues : new int[] {1, 2, 16}) {
            assertEquals(queues, queues("vhost-user", queues).checked().queues());
        }
        for (int queues : new int[] {0, -1, 17, Integer.MAX_VALUE}) {
            assertRefused("queues: ", "use 1 to 16", queues("vhost-user", queues));
        }
        for (String kind : List.of("tap", "veth", "virtio-user", "auto")) {
            assertRefused("queues: ", "only a port of kind vhost-user", queues(kind, 1));
        }
    }

    private static AttachRequest queues(String kind, int queues) {
        return new AttachRequest(
                "t", List.of("10.0.0.1"), kind, null, false, null, null, null, null, null, null, queues);
    }

    @Test
    void aGrantLooksLikeOne() {
        assertEquals("eyJ.eyJ.c2ln", granted(" eyJ.eyJ.c2ln\n").checked().grant());
        for (String other :
                List.of("", "x", "a.b", "a.b.", ".b.c", "a..c", "a.b.c.d", "a.b.c=", "a b.c.d", "a.b.c\nd.e.f")) {
            assertRefused("grant: ", "compact token", granted(other));
        }
        assertRefused("grant: ", "8192", granted("a.b." + "c".repeat(8192)));
        assertTrue(!granted("eyJ.eyJ.c2ln").toString().contains("eyJ"), "a secret stays one");
    }

    @ParameterizedTest
    @ValueSource(strings = {"eth0", "net1", "_", "a.b-c_d", "0", "nic", "nics0", "123456789012345"})
    void acceptsDeviceNames(String device) {
        assertEquals(device, named(device, null).checked().device());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                ".",
                "..",
                "-a",
                "a b",
                "a\n",
                "a/b",
                "a:b",
                "eth%d",
                "a@b",
                "a\0",
                "\u00e4",
                "1234567890123456",
                "all",
                "default",
                "lo",
                "nic0",
                "nic15"
            })
    void refusesOtherDeviceNames(String device) {
        assertRefused("device: ", "", named(device, null));
    }

    @Test
    void aDeviceNeedsAnInterfaceInANamespace() {
        var ip = List.of("10.0.0.1");
        assertRefused(
                "device: ",
                "name that too (netns)",
                new AttachRequest("t", ip, "tap", null, false, null, null, "eth0", null));
        assertRefused(
                "device: ",
                "no interface",
                new AttachRequest("t", ip, "vhost-user", "blue", false, null, null, "eth0", null));
    }

    @Test
    void aLabelIsOnePrintableWord() {
        for (String label : List.of("cni:net:0123abc:eth0", "x", "x".repeat(255))) {
            assertEquals(label, named(null, label).checked().label());
        }
        for (String other : List.of("", "a b", "a\n", "\u00e4", "\0", "x".repeat(256))) {
            assertRefused("label: ", "1 to 255", named(null, other));
        }
    }

    @Test
    void aJobIsOnePrintableWord() {
        for (String job : List.of("job/9", "x".repeat(128))) {
            assertEquals(job, shared(job, null).checked().job());
        }
        for (String other : List.of("", "a b", "\u00e4", "x".repeat(129))) {
            assertRefused("job: ", "1 to 128", shared(other, null));
        }
    }

    @Test
    void limitsAreInRangeOrNone() {
        var edges = new TaskLimits(1_000_000L, 400_000_000_000L, 100L, 1_000_000_000L);
        assertEquals(edges, shared(null, edges).checked().limits());
        var none = new TaskLimits(0L, 0L, 0L, 0L);
        assertEquals(none, shared(null, none).checked().limits());
        assertNull(shared(null, TaskLimits.DEFAULT).checked().limits());
        assertRefused("limits.rateOut: ", "1000000 to", shared(null, new TaskLimits(999_999L, null, null, null)));
        assertRefused(
                "limits.rateIn: ", "bits a second", shared(null, new TaskLimits(null, 400_000_000_001L, null, null)));
        assertRefused("limits.packetsOut: ", "0 for no cap", shared(null, new TaskLimits(null, null, 99L, null)));
        assertRefused("limits.packetsIn: ", "default", shared(null, new TaskLimits(null, null, null, -1L)));
    }

    private static AttachRequest shared(@Nullable String job, @Nullable TaskLimits limits) {
        return new AttachRequest(
                "t", List.of("10.0.0.1"), "tap", null, false, null, null, null, null, job, limits, null);
    }

    private static AttachRequest named(@Nullable String device, @Nullable String label) {
        return new AttachRequest("t", List.of("10.0.0.1"), "tap", "blue", false, null, null, device, label);
    }

    private static AttachRequest granted(String grant) {
        return new AttachRequest("t", List.of("10.0.0.1"), "tap", null, false, null, grant);
    }

    private static AttachRequest request(String task, String ip, @Nullable String netns) {
        return new AttachRequest(task, List.of(ip), "tap", netns, false, null, null);
    }

    private static void assertRefused(String field, String why, AttachRequest request) {
        var e = assertThrows(ControlException.class, request::checked);
        assertEquals(ControlException.Kind.BAD_REQUEST, e.kind());
        assertTrue(e.explanation().startsWith(field), e.explanation());
        assertTrue(e.explanation().contains(why), e.explanation());
        assertTrue(e.explanation().chars().allMatch(c -> c >= ' ' && c < 0x7f), e.explanation());
    }
}
