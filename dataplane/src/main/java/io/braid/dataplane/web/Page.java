package io.braid.dataplane.web;

/**
 * An answer.
 *
 * @param status of HTTP
 * @param type the media type
 * @param body the content, sent as UTF-8
 */
record Page(int status, String type, String body) {
    private static final String TEXT = "text/plain; charset=utf-8";

    /** A line for people. */
    static Page text(int status, String line) {
        return new Page(status, TEXT, line + "\n");
    }
}
