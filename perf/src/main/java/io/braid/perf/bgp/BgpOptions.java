package io.braid.perf.bgp;

/**
 * How often each thing is measured.
 *
 * @param losses of carrier, and as many of silence
 * @param drains each with its way back
 * @param announcements leases given and routes withdrawn
 * @param kills of owners, and attaches
 */
record BgpOptions(int losses, int drains, int announcements, int kills) {
    static final BgpOptions USUAL = new BgpOptions(8, 3, 15, 8);
    static final BgpOptions FAST = new BgpOptions(4, 1, 5, 3);
}
