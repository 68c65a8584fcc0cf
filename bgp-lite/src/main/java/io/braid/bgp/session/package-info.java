/**
 * BGP sessions: who is connected to whom, since when, why no longer, and the messages that flow while they are.
 *
 * <p>It exists between the codec, which knows no time and no socket, and the routes, which know neither. Its core
 * ({@link io.braid.bgp.session.SessionFsm} and what it uses) is the state machine of RFC 4271 section 8 without input or
 * output: events and a clock reading go in, actions come out, timers are data. Around it {@link
 * io.braid.bgp.session.BgpSpeaker} runs all sessions of a process on one thread. Callers hand commands to that thread
 * and are called back on it, so neither side ever waits for a lock of the other.
 */
@NullMarked
package io.braid.bgp.session;

import org.jspecify.annotations.NullMarked;
