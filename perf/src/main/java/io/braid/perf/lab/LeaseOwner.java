package io.braid.perf.lab;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;

/**
 * A process that holds a task's lease and can be killed: connects to the control socket, asks when it is told to by a
 * byte on its standard input, and then only lives. Started beforehand, so that no JVM's start is measured.
 */
final class LeaseOwner {
    /** Printed when it is connected. */
    static final String READY = "ready";

    private LeaseOwner() {}

    /**
     * Lives until it is killed or the dataplane ends the lease.
     *
     * @param args path of the control socket, name of the task
     */
    public static void main(String[] args) throws IOException {
        byte[] request = ("POST /v1/tasks/" + args[1] + "/lease HTTP/1.1\r\nHost: braid\r\nContent-Length: 0\r\n\r\n")
                .getBytes(StandardCharsets.US_ASCII);
        try (SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
            channel.connect(UnixDomainSocketAddress.of(args[0]));
            System.out.println(READY);
            if (System.in.read() < 0) {
                return; // whoever started it is gone
            }
            channel.write(ByteBuffer.wrap(request));
            ByteBuffer answer = ByteBuffer.allocate(4096);
            while (channel.read(answer) >= 0) {
                System.out.write(answer.array(), 0, answer.position());
                System.out.flush();
                answer.clear();
            }
        }
    }
}
