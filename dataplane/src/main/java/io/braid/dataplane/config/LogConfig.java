package io.braid.dataplane.config;

/**
 * What the process logs, to standard error.
 *
 * @param level from which weight on
 * @param format in which form
 */
public record LogConfig(
        @Option(
                doc =
                        "The least weight of messages that are logged. `braid log` changes it for a while, also for one part of braid. The audit is always logged.",
                defaultValue = "info",
                live = true)
        LogLevel level,

        @Option(
                doc =
                        "How they are logged, to standard error: `text` for people (with the journal's priorities instead of times when that is where it goes), `logfmt` as"
                                + " `key=value`, `json` as an object a line. Of the same message ten in ten seconds are logged, then how many more there were.",
                defaultValue = "text")
        LogFormat format) {}
