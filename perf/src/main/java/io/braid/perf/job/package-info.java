/**
 * The programs of a training job and of its storage, each a process of its own in a namespace of the lab: an object store, readers and writers of
 * sharded checkpoints, a steady reader, a standby, many nodes that connect at once.
 *
 * <p>They know nothing of Braid: they use sockets and HTTP as such programs do. They are apart from what starts them and judges their figures. Times
 * that leave a process are {@link System#nanoTime()}, which all processes of a machine share.
 */
@NullMarked
package io.braid.perf.job;

import org.jspecify.annotations.NullMarked;
