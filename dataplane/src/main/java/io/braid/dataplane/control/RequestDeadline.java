package io.braid.dataplane.control;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.util.thread.Scheduler;

/**
 * Closes a connection whose request has not arrived whole in time.
 *
 * <p>An idle time-out alone is renewed by every byte, so a client that sends one byte in nine seconds would hold a connection for a
 * day. Each connection carries one request, so one deadline per connection is enough. Thread-safe.
 */
public final class RequestDeadline implements Connection.Listener {
    private final Scheduler scheduler;
    private final Duration deadline;
    private final Map<Connection, Scheduler.Task> waiting = new ConcurrentHashMap<>();

    /** @param deadline from the opening of a connection until {@link #arrived} */
    public RequestDeadline(Scheduler scheduler, Duration deadline) {
        this.scheduler = scheduler;
        this.deadline = deadline;
    }

    /** Says that nothing more is awaited from this request's client. */
    public void arrived(Request request) {
        disarm(request.getConnectionMetaData().getConnection());
    }

    @Override
    public void onOpened(Connection connection) {
        waiting.put(
                connection, scheduler.schedule(() -> expire(connection), deadline.toMillis(), TimeUnit.MILLISECONDS));
    }

    @Override
    public void onClosed(Connection connection) {
        disarm(connection);
    }

    private void disarm(Connection connection) {
        Scheduler.Task task = waiting.remove(connection);
        if (task != null) {
            task.cancel();
        }
    }

    private void expire(Connection connection) {
        if (waiting.remove(connection) != null) {
            connection.close();
        }
    }
}
