package io.braid.dataplane.web;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.braid.dataplane.config.ListenAddress;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HostNamesTest {
    private static HostNames listeningOn(String address) {
        return new HostNames(WebConfigs.of(ListenAddress.parse(address), "Metrics.example.net"), "gpu-17");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "localhost",
                "LOCALHOST:9464",
                "localhost.:9464",
                "127.0.0.1",
                "127.0.0.1:1",
                "127.1.2.3",
                "[::1]",
                "[::1]:9464",
                "gpu-17",
                "GPU-17:80",
                "metrics.example.net:9464"
            })
    void knowsItsNames(String host) {
        assertTrue(listeningOn("127.0.0.1:9464").accept(host));
        assertTrue(listeningOn("[::1]:9464").accept(host));
        assertTrue(listeningOn("192.0.2.1:9464").accept(host));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "evil.example",
                "localhost.evil.example",
                "evil.example:9464",
                "gpu-17.evil.example",
                "localhost@evil.example",
                "evil.example#localhost",
                "localhost:99999999",
                "localhost:x",
                "localhost ",
                "localhost, evil.example",
                "[::1",
                "::1",
                "[::1]evil.example",
                "[localhost]",
                "127.0.0.1.evil.example",
                "2130706433",
                "0x7f.0.0.1",
                "127.1"
            })
    void knowsNoOthers(String host) {
        assertFalse(listeningOn("127.0.0.1:9464").accept(host));
        assertFalse(listeningOn("[::1]:9464").accept(host));
        assertFalse(listeningOn("0.0.0.0:9464").accept(host));
    }

    @ParameterizedTest
    @ValueSource(strings = {"192.0.2.1", "192.0.2.1:9464", "[2001:db8::1]:9464"})
    void otherAddressesAreItsOwnWhereItListensOnThem(String host) {
        assertFalse(listeningOn("127.0.0.1:9464").accept(host));
        assertTrue(listeningOn("0.0.0.0:9464").accept(host));
        assertTrue(listeningOn("[::]:9464").accept(host));
    }

    @Test
    void goesByOtherNamesWhenTold() {
        HostNames names = listeningOn("127.0.0.1:9464");
        names.adopt(WebConfigs.of(ListenAddress.parse("127.0.0.1:9464"), "other.example.net"));
        assertTrue(names.accept("other.example.net"));
        assertFalse(names.accept("metrics.example.net"));
        assertTrue(names.accept("gpu-17"));
        assertTrue(names.accept("localhost"));
    }
}
