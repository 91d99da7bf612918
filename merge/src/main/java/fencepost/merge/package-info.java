/**
 * In which order the records of all processes are told, so that every signal is told before the
 * wait that saw it.
 *
 * <p>Each process writes its own stream of records, and the front ends hear one record at a time. A
 * record can be told when nothing that it waits for is still to be told. It waits for
 *
 * <ul>
 *   <li>all earlier records of its own stream;
 *   <li>a <em>named peer</em>: the send of a message, the entries of a collective's members, the
 *       post of an epoch, the step before on an atomic variable that processes share. The front end
 *       refuses the record until it has heard of the peer;
 *   <li>the <em>horizon</em>: everything that other processes did before its time. Values of atomic
 *       operations and the order of locks need this, because real time is their evidence.
 * </ul>
 *
 * <p><b>No record waits for a later one.</b> Times make sure of it, by two rules that the capture
 * keeps:
 *
 * <ol>
 *   <li>A record that others may wait for carries a time <em>before</em> its effect: a call that
 *       issues, signals, grants or releases something is recorded with the time of its entry.
 *   <li>A record that waits carries a time <em>after</em> what it waits for: a call that observes
 *       something is recorded with the time of its return. For a lock it is a time at which the
 *       lock was held, so two epochs that exclude each other are in the order of these times, and
 *       no other ticket is needed.
 * </ol>
 *
 * <p>The threads of a process share its stream. A call that waits for nothing may stand there in
 * front of one with an earlier time, which a record of its own announces; that holds up nobody. A
 * call that waits stands behind all calls with earlier times, because its thread lets these be
 * recorded first.
 *
 * <p>So every wait leads back in time. Of all records that have not been told, the one with the
 * least time (and, among equals, of the first stream) waits for nothing, and the merge always finds
 * a record to tell as long as all records are there. A window's creation is the one exchange in
 * which members need what the others say at their return: a member gives its part when its stream
 * has come to the return, before the return is told, and that needs only the entry before it.
 *
 * <p><b>What is missing is said.</b> Records may be lost: a process was killed in a call, or an
 * analyser without memory had to let a process go on. Only then may a record be told before its
 * horizon, the one with the least time first, and {@link fencepost.merge.Merge#unproven} counts it:
 * the report says so, and marks the findings that came after it. Neither a full ring nor the end of
 * the records changes an order silently.
 *
 * <p>Times are intervals. A process has one clock, and {@link fencepost.merge.TimeFrame} says how
 * far it may be off: a time that begins something counts as early as it can have been, a time that
 * ends something as late. On one machine both are the same.
 */
@NullMarked
package fencepost.merge;

import org.jspecify.annotations.NullMarked;
