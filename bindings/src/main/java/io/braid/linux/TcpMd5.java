package io.braid.linux;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.net.InetAddress;

/**
 * Installs TCP MD5 signature keys (RFC 2385). From then on the kernel signs what goes to the peer and drops what comes
 * from it without a right signature.
 *
 * <pre>
 *  0                                      128     129       130      132             136                216
 * +--------------------------------------+-------+---------+--------+---------------+------------------+
 * | peer address (sockaddr_storage)      | flags | prefix  | length | interface     | key              |
 * +--------------------------------------+-------+---------+--------+---------------+------------------+
 * </pre>
 *
 * @see <a href="https://github.com/torvalds/linux/blob/master/include/uapi/linux/tcp.h">struct tcp_md5sig</a>
 */
final class TcpMd5 {
    static final int MAX_KEY_BYTES = 80; // TCP_MD5SIG_MAXKEYLEN

    private static final int IPPROTO_TCP = 6;
    private static final int TCP_MD5SIG = 14;
    private static final int BYTES = 216;
    private static final int KEY_LENGTH = 130;
    private static final int KEY = 136;

    private TcpMd5() {}

    /**
     * Installs or replaces the key for one peer address.
     *
     * @throws LinuxException when the kernel does not take it; nothing may then be sent on this socket
     */
    static void install(SocketFd socket, InetAddress peer, byte[] key) {
        if (key.length == 0 || key.length > MAX_KEY_BYTES) {
            throw new IllegalArgumentException(
                    "a TCP MD5 key has 1 to " + MAX_KEY_BYTES + " bytes, the given one " + key.length);
        }
        set(socket, peer, key);
    }

    /** Removes the key for one peer address. */
    static void remove(SocketFd socket, InetAddress peer) {
        set(socket, peer, new byte[0]);
    }

    private static void set(SocketFd socket, InetAddress peer, byte[] key) {
        socket.requireFamily(peer);
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment value = arena.allocate(BYTES, 8);
            MemorySegment address = SocketAddresses.write(arena, peer, 0);
            value.copyFrom(address);
            value.set(JAVA_SHORT, KEY_LENGTH, (short) key.length);
            MemorySegment.copy(key, 0, value, JAVA_BYTE, KEY, key.length);
            int result = LibcSocket.setOption(socket.fd(), IPPROTO_TCP, TCP_MD5SIG, value);
            value.fill((byte) 0); // freed memory is not cleared
            if (result < 0) {
                String hint = switch (-result) {
                    case Errno.ENOPROTOOPT -> "this kernel is built without CONFIG_TCP_MD5SIG";
                    case Errno.ENOENT -> "no key was installed for this peer";
                    case Errno.ENOMEM, Errno.ENOBUFS -> "the kernel is out of option memory; raise net.core.optmem_max";
                    default -> "the connection is not made without it";
                };
                throw new LinuxException("setsockopt(TCP_MD5SIG for " + peer.getHostAddress() + ")", result, hint);
            }
        }
    }
}
