package io.braid.dataplane.web;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Set;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpMethod;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/** Answers GET and HEAD for a fixed set of paths. A path is looked up as it was sent, so there is nothing that it could lead out of. */
final class WebHandler extends Handler.Abstract {
    private static final Logger LOG = System.getLogger(WebHandler.class.getName());

    private static final Set<String> OPEN = Set.of("/healthz", "/readyz");

    private final HostNames hosts;
    private final WebToken token;
    private final Map<String, PageSource> pages;

    WebHandler(HostNames hosts, WebToken token, Map<String, PageSource> pages) {
        this.hosts = hosts;
        this.token = token;
        this.pages = Map.copyOf(pages);
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) {
        send(answer(request, response), response, callback);
        return true;
    }

    private Page answer(Request request, Response response) {
        // Without one it is HTTP/1.0, which no browser speaks.
        String host = request.getHeaders().get(HttpHeader.HOST);
        if (host != null && !hosts.accept(host)) {
            return Page.text(
                    HttpStatus.MISDIRECTED_REQUEST_421,
                    "this host is not asked for by that name; add it to web.hosts in host.yaml if it is to be");
        }
        String method = request.getMethod();
        if (!HttpMethod.GET.is(method) && !HttpMethod.HEAD.is(method)) {
            response.getHeaders().put(HttpHeader.ALLOW, "GET, HEAD");
            return Page.text(HttpStatus.METHOD_NOT_ALLOWED_405, "nothing can be changed here; use GET");
        }
        String path = String.valueOf(request.getHttpURI().getPath());
        // Before it is said what there is.
        if (!OPEN.contains(path) && !token.admits(request.getHeaders().get(HttpHeader.AUTHORIZATION))) {
            response.getHeaders().put(HttpHeader.WWW_AUTHENTICATE, "Basic realm=\"braid\", charset=\"UTF-8\"");
            return Page.text(
                    HttpStatus.UNAUTHORIZED_401,
                    "the token of web.token-file is wanted, as bearer token or as password");
        }
        PageSource page = pages.get(path);
        if (page == null) {
            return Page.text(HttpStatus.NOT_FOUND_404, "there is nothing here; try / or /metrics");
        }
        String accept = request.getHeaders().get(HttpHeader.ACCEPT);
        try {
            return page.get(accept == null ? "" : accept);
        } catch (RuntimeException e) {
            // A defect costs this answer, not the process, and its details are for the log.
            LOG.log(Level.ERROR, "a web request failed by a fault in braid", e);
            return Page.text(HttpStatus.INTERNAL_SERVER_ERROR_500, "internal fault in braid; its log says more");
        }
    }

    /** Answers, in a way that browsers make as little of it as they can. */
    static void send(Page page, Response response, Callback callback) {
        byte[] body = page.body().getBytes(StandardCharsets.UTF_8);
        response.setStatus(page.status());
        var headers = response.getHeaders();
        headers.put(HttpHeader.CONTENT_TYPE, page.type());
        headers.put(HttpHeader.CONTENT_LENGTH, body.length);
        headers.put(HttpHeader.CACHE_CONTROL, "no-store");
        headers.put(
                "Content-Security-Policy",
                "default-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'");
        headers.put("X-Content-Type-Options", "nosniff");
        headers.put("Referrer-Policy", "no-referrer");
        headers.put("Cross-Origin-Resource-Policy", "same-origin");
        response.write(true, ByteBuffer.wrap(body), callback);
    }
}
