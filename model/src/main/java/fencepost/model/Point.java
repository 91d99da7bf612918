package fencepost.model;

/**
 * A moment of one strand.
 *
 * @param call the call that made it, for reports
 * @param site the source place of that call
 */
public record Point(int strand, long time, String call, int site) {}
