package io.braid.dataplane.port;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.braid.dataplane.config.ConfigException;
import io.braid.dataplane.config.ConfigLoader;
import io.braid.dataplane.config.UplinkConfig;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class UplinkPlacesTest {
    private static List<UplinkConfig> uplinks(int count) throws ConfigException {
        var yaml = new StringBuilder("tasks: {prefixes: [10.100.0.0/16]}\nuplinks:\n");
        for (int i = 0; i < count; i++) {
            yaml.append(
                    "  - {name: nic%d, device: \"vdev:net_null%d\", addresses: [192.0.2.%d/31], gateways: [192.0.2.%d]}\n"
                            .formatted(i, i, 2 * i + 1, 2 * i));
        }
        return ConfigLoader.parse("host.yaml", yaml.toString().getBytes(StandardCharsets.UTF_8))
                .config()
                .uplinks();
    }

    private static int free(UplinkPlaces places, String name) {
        return places.free(name, _ -> false).orElse(-1);
    }

    @Test
    void anUplinkThatComesBackHasThePlaceThatItHad() throws ConfigException {
        List<UplinkConfig> all = uplinks(4);
        UplinkPlaces places = UplinkPlaces.of(all.subList(0, 3)).without(1);
        assertNull(places.at(1));
        assertEquals(OptionalInt.empty(), places.find("nic1"));
        assertEquals("nic1", places.name(1), "what flows of before name");
        assertEquals(3, free(places, "nic3"), "one that no other had");
        assertEquals(1, places.free("nic1", _ -> true).orElse(-1), "the tasks' addresses there are its own");
        places = places.with(3, all.get(3)).with(1, all.get(1));
        assertEquals(List.of("nic0", "nic1", "nic2", "nic3"), places.names());
        assertEquals(all, places.present());
        assertEquals(OptionalInt.of(1), places.find("nic1"));
    }

    @Test
    void aPlaceIsGivenToAnotherOneWhenAllWereUsedAndNoTaskNeedsIt() throws ConfigException {
        UplinkPlaces full = UplinkPlaces.of(uplinks(UplinkPlaces.MOST));
        assertEquals(-1, free(full, "another"));
        UplinkPlaces places = full.without(2).without(5);
        assertEquals(2, free(places, "another"));
        assertEquals(5, places.free("another", place -> place == 2).orElse(-1));
        assertEquals(-1, places.free("another", _ -> true).orElse(-1));
        places = places.with(2, uplinks(1).getFirst());
        assertEquals(-1, free(places.with(5, uplinks(1).getFirst()), "nic2"), "its place is another's now");
    }

    @Test
    void placesThatNoneHadAreUnknown() throws ConfigException {
        UplinkPlaces places = UplinkPlaces.of(uplinks(1));
        assertEquals("?", places.name(1));
        assertNull(places.at(7));
        assertEquals(1, places.size());
    }
}
