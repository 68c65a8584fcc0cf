package io.braid.perf.tasks;

import java.nio.file.Path;

/** Something that must not work. */
sealed interface Attempt {
    /** In words; no two have the same. */
    String name();

    /**
     * Bytes to a socket.
     *
     * @param name see {@link Attempt#name}
     * @param socket the control socket, or a task's own
     * @param request as it is sent
     */
    record Request(String name, Path socket, String request) implements Attempt {}

    /** A frame out of a task, with {@link Frames#mark} in it. */
    final class Frame implements Attempt {
        private final String name;
        private final int task;
        private final byte[] bytes;

        /** @param task number of the task that sends it */
        Frame(String name, int task, byte[] bytes) {
            this.name = name;
            this.task = task;
            this.bytes = bytes.clone();
        }

        @Override
        public String name() {
            return name;
        }

        int task() {
            return task;
        }

        byte[] bytes() {
            return bytes.clone();
        }
    }
}
