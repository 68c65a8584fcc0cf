package io.braid.dataplane.control;

import io.braid.dataplane.audit.Asker;
import io.braid.dataplane.audit.AuditEvent;
import io.braid.dataplane.control.ControlException.Kind;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/**
 * Connections that hold a lease: answered with one line, then open until the client closes it, or dies, which the kernel tells at once.
 *
 * <p>They do not count as clients of the server, which has few places, but have their own.
 */
final class LeaseConnections {
    /** More tasks than that a host cannot have: DPDK has not so many ports. */
    static final int MOST = 64;

    private static final int MOST_IGNORED_BYTES = 1 << 16;

    private final BoundedConnector connector;
    private final Audited audited;
    private final int most;
    private final Semaphore places;

    /** @param most how many at once */
    LeaseConnections(BoundedConnector connector, Audited audited, int most) {
        this.most = most;
        this.places = new Semaphore(most);
        this.connector = connector;
        this.audited = audited;
    }

    /**
     * Asks for the lease and, if it is given, answers and keeps the connection.
     *
     * @param take gives it to whom it is told, for people
     */
    void hold(String task, Function<String, Announcing.Lease> take, Request request, AuditEvent asked, Answer answer) {
        Announcing.Lease lease = audited.get(asked, () -> lease(take, asked.asker()));
        EndPoint end = request.getConnectionMetaData().getConnection().getEndPoint();
        end.setIdleTimeout(0); // silence is what it is for
        connector.exempt(end.getTransport());
        var held = new Held(lease, end, answer);
        answer.response().setStatus(HttpStatus.OK_200);
        answer.response().getHeaders().put(HttpHeader.CONTENT_TYPE, "application/json");
        byte[] line = ControlJson.write(Map.of("task", task, "lease", "held"));
        ByteBuffer first =
                ByteBuffer.allocate(line.length + 1).put(line).put((byte) '\n').flip();
        answer.response().write(false, first, Callback.from(held::watch, held::gone));
    }

    private Announcing.Lease lease(Function<String, Announcing.Lease> take, @Nullable Asker asker) {
        if (!places.tryAcquire()) {
            throw new ControlException(Kind.FAILED, most + " leases are held already; no more are possible");
        }
        try {
            String who = asker != null && asker.pid() > 0 ? "process " + asker.pid() : "a connection";
            return take.apply(who);
        } catch (RuntimeException e) {
            places.release();
            throw e;
        }
    }

    /** One such connection. Its end may be noticed by several ways at once. */
    private final class Held {
        private final Announcing.Lease lease;
        private final EndPoint end;
        private final Answer answer;
        private final AtomicBoolean over = new AtomicBoolean();
        private final ByteBuffer ignored = ByteBuffer.allocate(1024).limit(0);
        private int bytes;

        Held(Announcing.Lease lease, EndPoint end, Answer answer) {
            this.lease = lease;
            this.end = end;
            this.answer = answer;
        }

        void watch() {
            end.fillInterested(Callback.from(this::read, this::gone));
        }

        private void read() {
            try {
                while (true) {
                    ignored.clear().limit(0);
                    int read = end.fill(ignored);
                    bytes += Math.max(read, 0);
                    if (read < 0 || bytes > MOST_IGNORED_BYTES) {
                        gone(new IOException("the client left"));
                        return;
                    }
                    if (read == 0) {
                        watch();
                        return;
                    }
                }
            } catch (IOException e) {
                gone(e);
            }
        }

        void gone(Throwable why) {
            if (over.compareAndSet(false, true)) {
                lease.close();
                places.release();
                answer.callback().failed(why);
                end.close();
            }
        }
    }
}
