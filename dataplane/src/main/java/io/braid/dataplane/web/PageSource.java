package io.braid.dataplane.web;

/** Makes the answer for one path. Any thread, several at once. */
@FunctionalInterface
interface PageSource {
    /**
     * The answer as of now.
     *
     * @param accept the client's {@code Accept:}, empty without one
     */
    Page get(String accept);
}
