package fencepost.frontend.program;

/**
 * A window, symmetric object or segment at one rank, by the call that made it and the place of that
 * call.
 */
public record MemoryObject(String kind, int site, long base, long size) {}
