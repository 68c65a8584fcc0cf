package io.braid.dataplane.web;

import io.braid.dataplane.control.StatusReport;
import java.util.List;
import java.util.function.Supplier;
import org.eclipse.jetty.http.HttpStatus;

/** Answers whoever decides whether the process is to be restarted, or to get work. */
final class HealthPages {
    private final Supplier<Moment> moments;

    HealthPages(Supplier<Moment> moments) {
        this.moments = moments;
    }

    /** {@code GET /healthz}: 200 while all workers poll their queues. A restart may help where they do not. */
    Page healthy() {
        List<String> stuck = moments.get().stuck();
        return stuck.isEmpty()
                ? Page.text(HttpStatus.OK_200, "ok")
                : Page.text(HttpStatus.SERVICE_UNAVAILABLE_503, String.join("\n", stuck));
    }

    /** {@code GET /readyz}: 200 while tasks' packets can leave by an uplink. */
    Page ready() {
        List<StatusReport.Uplink> uplinks = moments.get().status().uplinks();
        boolean usable = uplinks.stream()
                .anyMatch(uplink -> uplink.usable().ipv4() || uplink.usable().ipv6());
        return usable
                ? Page.text(HttpStatus.OK_200, "ok")
                : Page.text(HttpStatus.SERVICE_UNAVAILABLE_503, "no uplink is usable; see braid status");
    }
}
