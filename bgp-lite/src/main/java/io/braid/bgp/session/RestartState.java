package io.braid.bgp.session;

import io.braid.bgp.wire.Family;

/** What is said about an own restart in the next OPEN (RFC 4724 section 3); asked on the speaker's thread. */
public interface RestartState {
    /** Neither restarted nor kept anything. */
    RestartState NONE = new RestartState() {
        @Override
        public boolean restarting() {
            return false;
        }

        @Override
        public boolean forwardingKept(Family family) {
            return false;
        }
    };

    /** R bit: this speaker has restarted and its peers have not all sent End-of-RIB yet. */
    boolean restarting();

    /** F bit: packets of the family were forwarded all through the restart. */
    boolean forwardingKept(Family family);
}
