package io.braid.dataplane.config;

/** Whether DPDK's memory is made of hugepages. */
public enum HugepageUse {
    /** If enough are free; else ordinary pages, with a warning. */
    AUTO,
    /** Always; the start fails without them. */
    ON,
    /** Never. */
    OFF
}
