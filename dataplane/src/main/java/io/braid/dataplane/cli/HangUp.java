package io.braid.dataplane.cli;

import io.braid.dataplane.audit.Asker;
import io.braid.dataplane.control.ControlException;
import io.braid.dataplane.control.Operating;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;

/** Takes SIGHUP, by which a service manager asks for a reload. */
final class HangUp {
    private static final Logger LOG = System.getLogger(HangUp.class.getName());

    private HangUp() {}

    /**
     * Has the configuration read again at each SIGHUP from now on. What comes of it is in the log, the audit and on the dashboard.
     *
     * <p>The JDK's only way to a signal, {@code sun.misc.Signal}, is exported but not part of its API: compilers warn of it and cannot be told not to. Hence by reflection;
     * a JDK without it, and a JVM that keeps signals for itself ({@code -Xrs}), cost a warning.
     */
    @SuppressWarnings("ReferenceEquality") // what equals of a proxy without another idea of it means
    static void reloads(Operating dataplane) {
        try {
            Class<?> signal = Class.forName("sun.misc.Signal");
            Class<?> handler = Class.forName("sun.misc.SignalHandler");
            Object reloading = Proxy.newProxyInstance(
                    handler.getClassLoader(),
                    new Class<?>[] {handler},
                    (proxy, method, arguments) -> switch (method.getName()) {
                        case "handle" -> {
                            reload(dataplane);
                            yield null;
                        }
                        case "equals" -> proxy == arguments[0];
                        case "hashCode" -> System.identityHashCode(proxy);
                        default -> "reload";
                    });
            Object before = signal.getMethod("handle", signal, handler)
                    .invoke(null, signal.getConstructor(String.class).newInstance("HUP"), reloading);
            if (before == handler.getField("SIG_IGN").get(null)) { // the JVM leaves it so
                LOG.log(
                        Level.WARNING,
                        "SIGHUP does not reload, use braid reload: it is ignored here, as by what nohup starts");
            }
        } catch (InvocationTargetException e) {
            LOG.log(Level.WARNING, "SIGHUP does not reload, use braid reload: {0}", e.getCause());
        } catch (ReflectiveOperationException e) {
            LOG.log(Level.WARNING, "SIGHUP does not reload, use braid reload: {0}", e);
        }
    }

    /** A thread of the JVM's own, made for this signal. */
    private static void reload(Operating dataplane) {
        LOG.log(Level.INFO, "SIGHUP: reading the configuration again");
        try {
            dataplane.reload(null, false, Asker.UNKNOWN);
        } catch (ControlException e) {
            LOG.log(Level.WARNING, "SIGHUP: {0}", e.explanation());
        } catch (RuntimeException e) {
            LOG.log(Level.ERROR, "SIGHUP: the reload failed by a fault in braid", e);
        }
    }
}
