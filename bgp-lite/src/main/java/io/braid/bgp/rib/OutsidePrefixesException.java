package io.braid.bgp.rib;

import io.braid.bgp.wire.IpAddress;
import io.braid.bgp.wire.Prefix;
import java.util.Collection;

/** An address was to be announced that lies in none of the ranges that task IPs may come from. */
public final class OutsidePrefixesException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    OutsidePrefixesException(IpAddress ip, Collection<Prefix> prefixes) {
        super(ip + " cannot be announced: it is in none of the configured task prefixes " + prefixes
                + "; use an address of these, or add its range to tasks.prefixes");
    }
}
