package io.braid.dataplane.task;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.braid.dataplane.control.ControlException;
import io.braid.dataplane.control.ControlException.Kind;
import io.braid.linux.Interfaces;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

final class TaskNamespaceIT {
    private final String name = "braidtn" + ProcessHandle.current().pid();

    @BeforeAll
    static void root() {
        assumeTrue("root".equals(System.getProperty("user.name")), "needs root to make a network namespace");
    }

    @BeforeEach
    void make() {
        Interfaces.host().run("netns", "add", name);
    }

    @AfterEach
    void remove() {
        Interfaces.host().run("netns", "delete", name);
    }

    @Test
    void anEmptyOneIsTaken() {
        assertDoesNotThrow(() -> TaskNamespace.check("/run/netns/" + name, "task0", true, true, 0));
    }

    @Test
    void theDataplanesOwnIsRefusedByWhateverPath() {
        long pid = ProcessHandle.current().pid();
        refused(
                Kind.REFUSED,
                "itself runs in",
                () -> TaskNamespace.check("/proc/" + pid + "/ns/net", "task0", true, true, 0));
    }

    @Test
    void whatIsNoNetworkNamespaceIsRefused() {
        refused(Kind.NOT_FOUND, "/etc/passwd", () -> TaskNamespace.check("/etc/passwd", "task0", true, true, 0));
        refused(Kind.NOT_FOUND, "another kind", () -> TaskNamespace.check("/proc/self/ns/uts", "task0", true, true, 0));
        refused(Kind.NOT_FOUND, "nowhere", () -> TaskNamespace.check("/run/netns/nowhere", "task0", true, true, 0));
    }

    @Test
    void anInterfaceOfTheSameNameIsAConflict() {
        Interfaces.in(name).addVeth("task0", "other");
        refused(Kind.CONFLICT, "task0", () -> TaskNamespace.check(name, "task0", true, true, 0));
    }

    @Test
    void anInterfaceOfAnotherNameIsNone() {
        Interfaces.in(name).addVeth("task0", "other");
        assertDoesNotThrow(() -> TaskNamespace.check(name, "eth0", true, true, 0));
        refused(Kind.CONFLICT, "other", () -> TaskNamespace.check(name, "other", true, true, 0));
    }

    @Test
    void aDefaultRouteOfTheSameMetricIsAConflict() {
        Interfaces inside = Interfaces.in(name);
        inside.addVeth("eth0", "other");
        inside.setUp("eth0");
        inside.setUp("other");
        inside.run("route", "add", "default", "dev", "eth0", "metric", "100");
        inside.run("-6", "route", "add", "default", "via", "fe80::9", "dev", "eth0", "metric", "100");
        assertDoesNotThrow(() -> TaskNamespace.check(name, "task0", true, true, 0));

        inside.run("-6", "route", "add", "default", "via", "fe80::9", "dev", "eth0");
        refused(Kind.CONFLICT, "IPv6 default route", () -> TaskNamespace.check(name, "task0", true, true, 0));
        assertDoesNotThrow(() -> TaskNamespace.check(name, "task0", true, false, 0));

        inside.run("route", "add", "default", "dev", "eth0");
        refused(Kind.CONFLICT, "IPv4 default route", () -> TaskNamespace.check(name, "task0", true, true, 0));
    }

    private static void refused(Kind kind, String words, Executable check) {
        ControlException refusal = assertThrows(ControlException.class, check);
        assertEquals(kind, refusal.kind());
        assertTrue(refusal.explanation().contains(words), refusal.explanation());
    }
}
