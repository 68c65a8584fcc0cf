package io.braid.bgp.wire;

import java.util.Optional;

/**
 * Names any kind of routes by its two numbers, also those this codec cannot read, as capabilities and route refreshes
 * may (RFC 4760).
 *
 * @param afi address family, 0 to 65535
 * @param safi subsequent address family, 0 to 255
 */
public record AfiSafi(int afi, int safi) {
    /**
     * Checks the ranges.
     *
     * @throws IllegalArgumentException if a number does not fit its field
     */
    public AfiSafi {
        Ranges.check("AFI", afi, 0xFFFF);
        Ranges.check("SAFI", safi, 0xFF);
    }

    /** The family if it is one that this codec reads. */
    public Optional<Family> family() {
        return Family.of(this);
    }

    @Override
    public String toString() {
        return family().map(Family::name).orElse("AFI " + afi + " SAFI " + safi);
    }
}
