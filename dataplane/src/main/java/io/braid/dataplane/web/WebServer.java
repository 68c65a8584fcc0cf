package io.braid.dataplane.web;

import io.braid.dataplane.config.WebConfig;
import io.braid.dataplane.control.RequestDeadline;
import io.braid.linux.CpuAffinity;
import io.braid.linux.CpuSet;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadFactory;
import java.util.function.Supplier;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.eclipse.jetty.util.thread.ScheduledExecutorScheduler;

/**
 * Serves metrics and dashboard over HTTP, or HTTPS, to whoever reaches the port and knows the token, if there is one: read-only, few threads, each client bounded in what it costs.
 *
 * <p>{@link #start} and {@link #close} are called by the owner's thread.
 */
public final class WebServer implements AutoCloseable {
    private static final Logger LOG = System.getLogger(WebServer.class.getName());

    private final Server server;
    private final RecentMoment moments;
    private final HostNames names;

    private WebServer(Server server, RecentMoment moments, HostNames names) {
        this.server = server;
        this.moments = moments;
        this.names = names;
    }

    /**
     * Answers on a port when this returns.
     *
     * @param listening the port, which is the caller's to close
     * @param host this host's name
     * @param source looks at the dataplane; called by one of the server's threads at a time, and not once {@link #close} has returned
     * @param cpus where the server's threads may run; empty for anywhere
     * @throws IllegalStateException when the server does not start
     * @throws WebFileException if a file that the configuration names cannot be used
     */
    public static WebServer start(
            WebConfig config, Listening listening, String host, Supplier<Moment> source, CpuSet cpus) {
        return start(config, listening, host, source, cpus, WebLimits.DEFAULT);
    }

    /**
     * Reads the files that the options name, to find out before anything else is started.
     *
     * @throws WebFileException if one of them cannot be used
     */
    public static void check(WebConfig config) {
        WebToken.of(config);
        WebCertificate.of(config);
    }

    static WebServer start(
            WebConfig config,
            Listening listening,
            String host,
            Supplier<Moment> source,
            CpuSet cpus,
            WebLimits limits) {
        var moments = new RecentMoment(source, System::nanoTime);
        var threads = new QueuedThreadPool(limits.threads(), 1, 60_000, -1, null, null, factory(cpus));
        threads.setName("web");
        threads.setDaemon(true);
        threads.setReservedThreads(0);
        var scheduler = new ScheduledExecutorScheduler("web-timer", true);
        var server = new Server(threads, scheduler, null);
        SslContextFactory.Server tls = WebCertificate.of(config);
        var connector = new BoundedTcpConnector(server, limits, tls);
        // Never told that a request has arrived: it bounds the answer's way, too.
        connector.addBean(new RequestDeadline(scheduler, limits.exchange()));
        server.addConnector(connector);
        server.setErrorHandler((request, response, callback) -> {
            // What HTTP itself refuses; nothing of Jetty's, which would say whose server it is.
            WebHandler.send(
                    Page.text(response.getStatus(), HttpStatus.getMessage(response.getStatus())), response, callback);
            return true;
        });
        var names = new HostNames(config, host);
        server.setHandler(new WebHandler(names, WebToken.of(config), pages(moments)));
        var web = new WebServer(server, moments, names);
        try {
            connector.open(listening.channel());
            server.start();
        } catch (Exception e) {
            web.close();
            throw new IllegalStateException("cannot serve " + listening.address() + ": " + e.getMessage(), e);
        }
        LOG.log(
                Level.INFO,
                "dashboard at {0}://{1}/, metrics at /metrics",
                tls == null ? "http" : "https",
                listening.address());
        return web;
    }

    private static Map<String, PageSource> pages(RecentMoment moments) {
        var health = new HealthPages(moments);
        var pages = new HashMap<String, PageSource>(Assets.pages());
        pages.put("/metrics", new MetricsPage(moments));
        pages.put("/healthz", _ -> health.healthy());
        pages.put("/readyz", _ -> health.ready());
        pages.put("/api/status", new StatusPage(moments));
        return pages;
    }

    /** Threads that stay off the workers' CPUs. */
    private static ThreadFactory factory(CpuSet cpus) {
        var threads = Thread.ofPlatform().name("web-", 0).daemon().factory();
        return work -> threads.newThread(() -> {
            if (!cpus.isEmpty()) {
                CpuAffinity.set(cpus);
            }
            work.run();
        });
    }

    /** All metrics in Prometheus's text format. Any thread. */
    public String metrics() {
        return new MetricsPage(moments).get("").body();
    }

    /** What changed, as far as somebody looked; the newest first. Any thread. */
    public List<String> events() {
        return moments.events().stream()
                .map(event -> Instant.ofEpochMilli(event.at()) + " " + event.subject() + ": " + event.text()
                        + (event.bad() ? " (bad)" : ""))
                .toList();
    }

    /** Answers to other names from now on; where it listens stays. Any thread. */
    public void adopt(WebConfig config) {
        names.adopt(config);
    }

    /** Stops; nobody looks at the dataplane any more when this returns. */
    @Override
    public void close() {
        moments.close();
        try {
            server.stop();
        } catch (Exception e) {
            LOG.log(Level.WARNING, "the web server did not stop cleanly", e);
        }
    }
}
