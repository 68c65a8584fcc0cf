package io.braid.dpdk;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.junit.platform.launcher.listeners.TestExecutionSummary;

/** Runs test classes where there is no Maven: the names of classes are its arguments. Exits with 1 unless all tests ran and passed. */
final class RunTests {
    private RunTests() {}

    public static void main(String[] arguments) {
        var listener = new SummaryGeneratingListener();
        var request = LauncherDiscoveryRequestBuilder.request()
                .selectors(
                        Arrays.stream(arguments).map(name -> selectClass(name)).toList())
                .build();
        LauncherFactory.create().execute(request, listener);
        TestExecutionSummary summary = listener.getSummary();
        var out = new PrintWriter(System.out, true, StandardCharsets.UTF_8);
        summary.printFailuresTo(out);
        out.println(summary.getTestsSucceededCount() + " of " + summary.getTestsFoundCount() + " passed");
        boolean good = summary.getTestsFoundCount() > 0
                && summary.getTestsSucceededCount() == summary.getTestsFoundCount()
                && summary.getTotalFailureCount() == 0;
        System.exit(good ? 0 : 1);
    }
}
