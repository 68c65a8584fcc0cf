package io.braid.perf.evaluate;

import io.braid.perf.report.Check;

/**
 * A figure to reach.
 *
 * @param check what was wanted and what was found
 * @param must whether missing it makes the row fail: what must not depend on how busy the machine is
 */
record Goal(Check check, boolean must) {
    boolean missedMust() {
        return must && !check.ok();
    }
}
