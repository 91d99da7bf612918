package fencepost.frontend.program;

import java.io.Serializable;

/**
 * A window, symmetric object or segment at one rank: what it is in the words of a report, and the
 * place of the call that made it.
 */
public record MemoryObject(String kind, int site, long base, long size) implements Serializable {}
