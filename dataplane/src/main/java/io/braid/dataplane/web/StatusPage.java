package io.braid.dataplane.web;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.json.JsonMapper;
import org.eclipse.jetty.http.HttpStatus;

/** {@code GET /api/status}: what the dashboard asks for each second. */
final class StatusPage implements PageSource {
    private final ObjectWriter writer = JsonMapper.builder().build().writerFor(Overview.class);
    private final RecentMoment moments;

    StatusPage(RecentMoment moments) {
        this.moments = moments;
    }

    @Override
    public Page get(String accept) {
        try {
            return new Page(HttpStatus.OK_200, "application/json", writer.writeValueAsString(moments.overview()));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("cannot write an overview as JSON", e);
        }
    }
}
