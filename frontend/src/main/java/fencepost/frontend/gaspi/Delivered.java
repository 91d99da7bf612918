package fencepost.frontend.gaspi;

import fencepost.engine.Execution;
import fencepost.engine.Strand;

/** What has arrived when a notification is seen. */
interface Delivered {
  /** It is complete for the observer, who is ordered after the post of the notification. */
  void completeAt(Execution execution, Strand observer);
}
