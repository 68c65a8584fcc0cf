package io.braid.perf.job;

import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;

/** What a job's first task offers to all others when it starts: whoever connects and says a byte gets the job's state. */
public final class Rendezvous {
    /** Printed when it listens. */
    public static final String READY = "listening";

    /** The port, on all addresses. */
    static final int PORT = 29_500;

    private static final int BACKLOG = 1024;

    private Rendezvous() {}

    /**
     * Serves until it is ended.
     *
     * @param args bytes of the state
     */
    public static void main(String[] args) throws IOException {
        int bytes = Integer.parseInt(args[0]);
        try (ServerSocket server = new ServerSocket()) {
            server.bind(new InetSocketAddress(PORT), BACKLOG);
            System.out.println(READY);
            while (true) {
                Socket node = server.accept();
                Thread.ofVirtual().start(() -> serve(node, bytes));
            }
        }
    }

    private static void serve(Socket node, int bytes) {
        try (node) {
            if (node.getInputStream().read() >= 0) {
                var out = new DataOutputStream(node.getOutputStream());
                out.write(Tensors.BYTES, 0, bytes);
                out.flush();
            }
        } catch (IOException e) {
            // The node counts its connection as failed.
            System.out.println("a node's connection failed: " + e);
        }
    }
}
