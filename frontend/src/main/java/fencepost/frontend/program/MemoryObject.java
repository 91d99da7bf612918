package fencepost.frontend.program;

/**
 * A window, symmetric object or segment at one rank.
 *
 * @param kind what it is, and the call that made it
 * @param site the place of that call
 */
public record MemoryObject(String kind, int site, long base, long size) {}
