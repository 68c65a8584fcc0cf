package io.braid.perf;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.Architectures;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Who may know whom, over all modules; here because this module sees them all. */
class ArchitectureTest {
    private static final String DPDK = "io.braid.dpdk..";
    private static final String FFI = "io.braid.dpdk.ffi..";
    private static final String LINUX = "io.braid.linux..";
    private static final String DATAPLANE = "io.braid.dataplane.";

    @SuppressWarnings("NullAway.Init") // set before any test
    private static JavaClasses braid;

    @BeforeAll
    static void read() {
        braid = new ClassFileImporter()
                .withImportOption(new ImportOption.DoNotIncludeTests())
                .importPackages("io.braid");
    }

    private static void check(ArchRule rule) {
        rule.check(braid);
    }

    @Test
    void allModulesAreLookedAt() {
        for (String name : List.of(
                "io.braid.dpdk.Port",
                "io.braid.linux.LinkWatcher",
                "io.braid.flow.BucketTable",
                "io.braid.numa.HandoffRing",
                "io.braid.dataplane.Dataplane",
                "io.braid.perf.lab.Lab")) {
            assertTrue(braid.contain(name), name);
        }
        assertFalse(braid.contain(ArchitectureTest.class), "tests may do as they please");
    }

    @Test
    void modulesDependOneWay() {
        check(Architectures.layeredArchitecture()
                .consideringOnlyDependenciesInAnyPackage("io.braid..")
                .withOptionalLayers(true) // bgp-lite comes later
                .layer("perf")
                .definedBy("io.braid.perf..")
                .layer("dataplane")
                .definedBy("io.braid.dataplane..")
                .layer("numa-scheduler")
                .definedBy("io.braid.numa..")
                .layer("bgp-lite")
                .definedBy("io.braid.bgp..", "io.braid.bfd..")
                .layer("flow-table")
                .definedBy("io.braid.flow..")
                .layer("bindings")
                .definedBy(DPDK, LINUX)
                .whereLayer("perf")
                .mayNotBeAccessedByAnyLayer()
                .whereLayer("dataplane")
                .mayOnlyBeAccessedByLayers("perf")
                .whereLayer("numa-scheduler")
                .mayOnlyBeAccessedByLayers("dataplane", "perf")
                .whereLayer("bgp-lite")
                .mayOnlyBeAccessedByLayers("dataplane", "perf")
                .whereLayer("flow-table")
                .mayOnlyBeAccessedByLayers("numa-scheduler", "dataplane", "perf")
                .whereLayer("bindings")
                .mayOnlyBeAccessedByLayers("numa-scheduler", "bgp-lite", "dataplane", "perf"));
    }

    @Test
    void flowTableAndBgpCodecAreWithoutDpdkAndInputOutput() {
        check(noClasses()
                .that()
                .resideInAnyPackage("io.braid.flow..", "io.braid.bgp.wire..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(DPDK, LINUX, "java.nio.channels..", "java.nio.file..")
                .allowEmptyShould(true));
    }

    @Test
    void generatedBindingsAreSeenByTheirPackageOnly() {
        check(classes()
                .that()
                .resideInAPackage(FFI)
                .should()
                .onlyBeAccessed()
                .byAnyPackage("io.braid.dpdk", "io.braid.dpdk.ffi.."));
        check(noClasses()
                .that()
                .resideOutsideOfPackages("io.braid.dpdk", FFI)
                .should()
                .dependOnClassesThat()
                .resideInAPackage(FFI));
    }

    @Test
    void packetGraphKnowsNothingOfTheControlSide() {
        check(noClasses()
                .that()
                .resideInAPackage(DATAPLANE + "graph..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        DATAPLANE + "config..",
                        DATAPLANE + "net..",
                        DATAPLANE + "control..",
                        DATAPLANE + "cli..",
                        DATAPLANE + "check..",
                        DATAPLANE + "conductor..",
                        DATAPLANE + "engine..",
                        DATAPLANE + "neighbor..",
                        DATAPLANE + "port..",
                        DATAPLANE + "task.."));
    }

    @Test
    void workersKnowNothingOfConfigurationTasksAndControl() {
        check(noClasses()
                .that()
                .resideInAPackage(DATAPLANE + "engine..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        DATAPLANE + "config..",
                        DATAPLANE + "control..",
                        DATAPLANE + "cli..",
                        DATAPLANE + "conductor..",
                        DATAPLANE + "port..",
                        DATAPLANE + "task.."));
    }

    @Test
    void resolverAndAddressesArePure() {
        check(noClasses()
                .that()
                .resideInAnyPackage(DATAPLANE + "neighbor..", DATAPLANE + "net..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(DPDK, LINUX, "io.braid.numa..", "java.net.."));
    }

    @Test
    void packagesOfTheDataplaneHaveNoCycles() {
        check(slices().matching("io.braid.dataplane.(*)..").should().beFreeOfCycles());
    }

    @Test
    void packagesSayWhyTheyExist() {
        for (JavaClass type : braid) {
            boolean generated = type.getPackageName().startsWith("io.braid.dpdk.ffi")
                    || type.getPackageName().endsWith(".jmh_generated");
            if (!generated) {
                assertTrue(
                        type.getPackage().tryGetPackageInfo().isPresent(),
                        type.getPackageName() + " has no package-info.java");
            }
        }
    }
}
