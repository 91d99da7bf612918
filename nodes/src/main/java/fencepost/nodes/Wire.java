package fencepost.nodes;

/**
 * What agent and analyser say to each other. Numbers have 64 bits; a position counts all bytes that
 * were ever written into a ring.
 *
 * <pre>
 *   HELLO     name of the node (16 bytes), its host's name (the rest)               agent, first
 *   WELCOME   settle | patience, then for each ring: number | received up to        analyser, first
 *   PING      the agent's time                                                      agent
 *   PONG      the agent's time | the analyser's                                     analyser
 *   CLOCK     the error that the node's times may have, in nanoseconds              agent
 *   RECORDS   ring | from | to | what a strand's file with these records would hold agent
 *   HEARD     for each ring: number | position | nothing earlier comes behind it | whether records are lost
 *   GRANT     ring | received up to | may be sent up to                             analyser
 *   REFUSED   processes that could not be recorded                                  agent
 *   DONE      no process lives, and all they wrote was received                     agent
 *   END       the run is over                                                       analyser
 * </pre>
 */
final class Wire {
  static final int HELLO = 1;
  static final int WELCOME = 2;
  static final int PING = 3;
  static final int PONG = 4;
  static final int CLOCK = 5;
  static final int RECORDS = 6;
  static final int HEARD = 7;
  static final int GRANT = 8;
  static final int REFUSED = 9;
  static final int DONE = 10;
  static final int END = 11;

  /** Pings come much more often than this, so who is silent for so long is not there. */
  static final int SILENCE_MILLISECONDS = 4000;

  private Wire() {}
}
