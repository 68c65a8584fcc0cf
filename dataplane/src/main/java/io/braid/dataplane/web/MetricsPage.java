package io.braid.dataplane.web;

import io.prometheus.metrics.expositionformats.ExpositionFormatWriter;
import io.prometheus.metrics.expositionformats.OpenMetricsTextFormatWriter;
import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.function.Supplier;
import org.eclipse.jetty.http.HttpStatus;

/** {@code GET /metrics}: OpenMetrics for whoever asks for it, else Prometheus's text format. */
final class MetricsPage implements PageSource {
    private static final int USUAL_BYTES = 64 * 1024;

    private final ExpositionFormatWriter text = PrometheusTextFormatWriter.create();
    private final ExpositionFormatWriter openMetrics = OpenMetricsTextFormatWriter.create();
    private final Supplier<Moment> moments;

    MetricsPage(Supplier<Moment> moments) {
        this.moments = moments;
    }

    @Override
    public Page get(String accept) {
        ExpositionFormatWriter writer = openMetrics.accepts(accept) ? openMetrics : text;
        var body = new ByteArrayOutputStream(USUAL_BYTES);
        try {
            writer.write(body, Metrics.of(moments.get()));
        } catch (IOException e) {
            throw new UncheckedIOException("writing to memory", e);
        }
        return new Page(HttpStatus.OK_200, writer.getContentType(), body.toString(StandardCharsets.UTF_8));
    }
}
