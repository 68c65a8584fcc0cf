package io.braid.dpdk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.braid.dpdk.RecordedLayouts.Place;
import io.braid.dpdk.ffi.DpdkHeaders;
import java.lang.foreign.MemoryLayout;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The generated declarations of each ABI beside what gcc made of its headers, and which are chosen when. */
class LayoutsTest {
    private static final String FFI = "io.braid.dpdk.ffi.";

    /** The structures that {@link Layouts} tells apart; all others are read by the declarations of ABI 23. */
    private static final Set<String> CHOSEN = Set.of("rte_eth_fp_ops", "rte_eth_dev_info", "rte_eth_conf");

    /** Longer in later ABIs, with nothing moved: only the part that all have is written. */
    private static final Set<String> GREW = Set.of("rte_eth_rss_conf");

    @Test
    void theOldestDeclarationsAreThoseOfItsHeaders() throws Exception {
        RecordedLayouts recorded = RecordedLayouts.of(Abi.DPDK_22_11);
        var declared = new TreeMap<String, Place>();
        for (String structure : recorded.sizes().keySet()) {
            Class<?> generated = Class.forName(FFI + structure);
            assertEquals(recorded.size(structure), size(generated), structure);
            collect(generated, structure + " ", 0, declared);
        }
        assertEquals(withoutMarkers(recorded.fields()), declared);
        assertTrue(declared.size() > 250, "fields: " + declared.size());
    }

    @Test
    void theLaterDeclarationsAreThoseOfTheirHeaders() throws Exception {
        RecordedLayouts recorded = RecordedLayouts.of(Abi.DPDK_24_11);
        for (String structure : CHOSEN) {
            Class<?> generated = Class.forName(FFI + "abi25." + structure);
            assertEquals(recorded.size(structure), size(generated), structure);
            var declared = new TreeMap<String, Place>();
            collect(generated, structure + " ", 0, declared);
            var wanted = new TreeMap<>(withoutMarkers(recorded.fields()));
            wanted.keySet().removeIf(field -> !field.startsWith(structure + " "));
            assertEquals(wanted, declared);
        }
    }

    @Test
    void allOthersAreTheSameInTheLaterOne() throws Exception {
        RecordedLayouts recorded = RecordedLayouts.of(Abi.DPDK_24_11);
        int compared = 0;
        for (String structure : recorded.sizes().keySet()) {
            Class<?> generated = Class.forName(FFI + structure);
            var declared = new TreeMap<String, Place>();
            collect(generated, structure + " ", 0, declared);
            if (CHOSEN.contains(structure)) {
                assertNotEquals(withoutMarkers(recorded.fields()).subMap(structure + " ", structure + "!"), declared);
                continue;
            }
            if (GREW.contains(structure)) {
                assertTrue(recorded.size(structure) > size(generated), structure);
            } else {
                assertEquals(recorded.size(structure), size(generated), structure);
            }
            for (Map.Entry<String, Place> field : declared.entrySet()) {
                assertEquals(field.getValue(), recorded.fields().get(field.getKey()), field.getKey());
                compared++;
            }
        }
        assertTrue(compared > 200, "fields: " + compared);
    }

    @ParameterizedTest
    @EnumSource
    void constantsAreTheSameInAll(Abi abi) throws Exception {
        Map<String, Long> recorded = RecordedLayouts.of(abi).constants();
        assertTrue(recorded.size() > 60, "constants: " + recorded.size());
        for (Map.Entry<String, Long> constant : recorded.entrySet()) {
            if (constant.getKey().startsWith("RTE_VER_")) {
                continue; // it says which one the header is of
            }
            Object declared = DpdkHeaders.class.getMethod(constant.getKey()).invoke(null);
            if (declared instanceof Integer) {
                assertEquals(constant.getValue().intValue(), declared, constant.getKey());
            } else {
                assertEquals(constant.getValue(), declared, constant.getKey());
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void theChosenOnesHaveTheirFieldsInOrder(Abi abi) throws Exception {
        RecordedLayouts recorded = RecordedLayouts.of(abi);
        Layouts layouts = Layouts.of(abi);
        assertEquals(
                new Layouts.BurstTable(
                        recorded.size("rte_eth_fp_ops"),
                        recorded.field("rte_eth_fp_ops", "rx_pkt_burst").offset(),
                        recorded.field("rte_eth_fp_ops", "rxq").offset(),
                        recorded.field("rte_eth_fp_ops", "tx_pkt_burst").offset(),
                        recorded.field("rte_eth_fp_ops", "tx_pkt_prepare").offset(),
                        recorded.field("rte_eth_fp_ops", "txq").offset()),
                layouts.burstTable());
        assertEquals(
                new Layouts.PortSettings(
                        recorded.size("rte_eth_conf"),
                        recorded.field("rte_eth_conf", "rxmode").offset(),
                        recorded.field("rte_eth_conf", "txmode").offset(),
                        recorded.field("rte_eth_conf", "rx_adv_conf.rss_conf").offset()),
                layouts.portSettings());
        Layouts.DeviceInfo info = layouts.deviceInfo();
        assertEquals(recorded.size("rte_eth_dev_info"), info.size());
        Map<String, Long> fields = Map.ofEntries(
                Map.entry("driver_name", info.driverName()),
                Map.entry("if_index", info.interfaceIndex()),
                Map.entry("max_mtu", info.maxMtu()),
                Map.entry("max_rx_pktlen", info.maxFrame()),
                Map.entry("max_rx_queues", info.maxRxQueues()),
                Map.entry("max_tx_queues", info.maxTxQueues()),
                Map.entry("rx_offload_capa", info.rxOffloads()),
                Map.entry("tx_offload_capa", info.txOffloads()),
                Map.entry("reta_size", info.redirectionSize()),
                Map.entry("hash_key_size", info.hashKeySize()),
                Map.entry("flow_type_rss_offloads", info.rssTypes()),
                Map.entry("default_rxconf", info.rxConfig()),
                Map.entry("default_txconf", info.txConfig()),
                Map.entry("rx_desc_lim", info.rxDescriptors()),
                Map.entry("tx_desc_lim", info.txDescriptors()));
        fields.forEach((name, offset) ->
                assertEquals(recorded.field("rte_eth_dev_info", name).offset(), offset, name));
    }

    private static long size(Class<?> generated) throws ReflectiveOperationException {
        return ((MemoryLayout) generated.getMethod("layout").invoke(null)).byteSize();
    }

    /** Adds the fields that a generated class declares, and those of its named members; markers have no size and are no fields. */
    private static void collect(Class<?> generated, String prefix, long base, Map<String, Place> fields)
            throws ReflectiveOperationException {
        for (Method method : generated.getMethods()) {
            if (!method.getName().endsWith("$offset")) {
                continue;
            }
            String name = method.getName().substring(0, method.getName().length() - "$offset".length());
            long offset = base + (long) method.invoke(null);
            long size = ((MemoryLayout) generated.getMethod(name + "$layout").invoke(null)).byteSize();
            if (size > 0) {
                fields.put(prefix + name, new Place(offset, size));
            }
            Optional<Class<?>> member = Arrays.stream(generated.getDeclaredClasses())
                    .filter(inner -> inner.getSimpleName().equals(name) && hasLayout(inner))
                    .findFirst();
            if (member.isPresent()) {
                collect(member.get(), prefix + name + ".", offset, fields);
            }
        }
    }

    /** Others describe the functions that a field may point to. */
    private static boolean hasLayout(Class<?> member) {
        return Arrays.stream(member.getMethods())
                .anyMatch(method -> method.getName().equals("layout"));
    }

    private static SortedMap<String, Place> withoutMarkers(Map<String, Place> fields) {
        var rest = new TreeMap<>(fields);
        rest.values().removeIf(place -> place.size() == 0);
        return rest;
    }
}
