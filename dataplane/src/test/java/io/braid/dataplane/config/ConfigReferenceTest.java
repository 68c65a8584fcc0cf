package io.braid.dataplane.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class ConfigReferenceTest {
    @Test
    void checkedInDocumentationIsUpToDate() throws IOException {
        assertEquals(
                Files.readString(Path.of("CONFIG.md")),
                ConfigReference.markdown(),
                "run io.braid.dataplane.config.ConfigReference with CONFIG.md as its argument");
    }

    @Test
    void everyOptionIsDocumentedAndEveryListIsBounded() {
        checkSection(HostConfig.class);
    }

    /** An unbounded list would make the checks that compare all entries with each other take unbounded time. */
    private static void checkSection(Class<?> section) {
        List<Schema.Field> fields = Schema.fields(section);
        assertFalse(fields.isEmpty(), section.toString());
        for (Schema.Field field : fields) {
            assertTrue(field.option().doc().endsWith("."), section + " " + field.key());
            assertTrue(!field.isList() || field.option().range().contains(".."), section + " " + field.key());
            if (Schema.isSection(field.type())) {
                checkSection(field.type());
            }
        }
    }
}
