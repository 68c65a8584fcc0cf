package io.braid.bfd;

/**
 * A BFD control packet without authentication (RFC 5880 section 4.1).
 *
 * @param diagnosticCode why the sender last changed state, 0 to 31
 * @param state the sender's state
 * @param poll the sender wants an answer with {@code fin}
 * @param fin this is the answer to a {@code poll}
 * @param controlPlaneIndependent the sender's BFD does not share fate with its control plane
 * @param demand the sender asks not to be sent periodic packets while both ends are up
 * @param multiplier how many packets may be missed, 1 to 255
 * @param myDiscriminator the sender's number of the session, not 0
 * @param yourDiscriminator the receiver's number, 0 when the sender does not know it
 * @param desiredMinTxMicros the least interval at which the sender would like to send, unsigned 32 bits
 * @param requiredMinRxMicros the least interval at which the sender can receive, unsigned 32 bits, 0: send nothing
 * @param requiredMinEchoRxMicros the same for echo packets; 0: no echo
 */
record ControlPacket(
        int diagnosticCode,
        SessionState state,
        boolean poll,
        boolean fin,
        boolean controlPlaneIndependent,
        boolean demand,
        int multiplier,
        int myDiscriminator,
        int yourDiscriminator,
        long desiredMinTxMicros,
        long requiredMinRxMicros,
        long requiredMinEchoRxMicros)
        implements Decoded {
    Diagnostic diagnostic() {
        return Diagnostic.of(diagnosticCode);
    }
}
