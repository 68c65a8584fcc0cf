package io.braid.dataplane.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import com.networknt.schema.ValidationMessage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** The schema for editors, judged by a validator that knows nothing of Braid. */
class ConfigSchemaTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    private static final String GOOD = """
            host: gpu-17
            numa: prefer
            uplinks:
              - {name: nic0, device: "pci:0000:3b:00.0", addresses: [192.0.2.1/31], gateways: [192.0.2.0], mtu: 9000}
            tasks: {prefixes: [10.100.0.0/16]}
            """;

    private static Set<ValidationMessage> validate(String yaml) throws IOException {
        JsonSchema schema = JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012)
                .getSchema(Files.readString(Path.of("host.schema.json")));
        JsonNode document = JSON.valueToTree(new Load(LoadSettings.builder().build()).loadFromString(yaml));
        return schema.validate(document);
    }

    @Test
    void checkedInSchemaIsUpToDate() throws IOException {
        assertEquals(
                Files.readString(Path.of("host.schema.json")),
                ConfigSchema.json(),
                "run io.braid.dataplane.config.ConfigSchema with host.schema.json as its argument");
    }

    @Test
    void goodFilesAreGood() throws IOException {
        assertEquals(Set.of(), validate(Files.readString(Path.of("host.yaml"))));
        assertEquals(Set.of(), validate(GOOD));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    mtu: 9000 | mtu: 99999
                    mtu: 9000 | mtu: large
                    mtu: 9000 | mtv: 9000
                    device: "pci: | device: "pcie:
                    numa: prefer | numa: always
                    gateways: [192.0.2.0] | gateways: []
                    name: nic0, | ''
                    host: gpu-17 | hosts: gpu-17
                    """)
    void faultsAreFound(String part, String instead) throws IOException {
        String bad = GOOD.replace(part, instead);
        assertFalse(bad.equals(GOOD), "nothing was replaced");
        assertTrue(!validate(bad).isEmpty(), bad);
    }
}
