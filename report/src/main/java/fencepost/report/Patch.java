package fencepost.report;

/**
 * A line to be inserted into the program's source.
 *
 * @param line the line that it goes before
 * @param text with its indentation, without an end of line
 */
public record Patch(String file, int line, String text) {}
