package fencepost.model;

import java.io.Serializable;

/**
 * Something that several effects share and that changes while they are remembered. Whoever is told
 * of effects elsewhere, and cannot share the memory, knows it by its number.
 */
public abstract class Individual implements Serializable {
  /** Given by whoever first sends it elsewhere; 0 if nobody has. */
  public long number;
}
