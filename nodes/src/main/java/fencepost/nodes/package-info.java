/**
 * Records on their way from other nodes to the analyser. It is the only room that opens network
 * connections, so what strangers could do to us is decided here.
 *
 * <p>The first process of a node starts an {@link fencepost.nodes.Agent} there. The agent connects
 * to the analyser's {@link fencepost.nodes.Nodes}, and both prove that they know the secret of the
 * run ({@link fencepost.nodes.Link}). Then the agent sends what is written into the rings of its
 * node. A ring is the only buffer on the node: its room is given back when the analyser has
 * confirmed the records. So a connection that is lost, or an agent that is killed, loses nothing:
 * the next one goes on where the analyser says. A slow analyser slows down the program, as on one
 * node.
 *
 * <p><b>Time.</b> All records carry times of the analyser's clock. An agent measures again and
 * again how far that is from the clock of its node ({@link fencepost.nodes.NodeClock}), and the
 * processes read it from the agent. What they know is off by an error with a bound. A call that has
 * seen what others did waits until twice that bound has passed before it takes its time ({@code
 * fp_settle}): so if one record is the cause of another one, its time is less, whatever the clocks
 * show. For the analysis it is as if there were one clock. If a bound is exceeded, the report says
 * so and is not complete.
 *
 * <p>Where nothing can connect, a {@link fencepost.nodes.PartWriter} takes the agent's place: it
 * writes a part of the trace into a directory that all nodes share, and asks there for the time
 * ({@link fencepost.nodes.TimeServer}).
 */
@NullMarked
package fencepost.nodes;

import org.jspecify.annotations.NullMarked;
