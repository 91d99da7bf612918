package fencepost.check.machine;

/**
 * An exception of C++.
 *
 * @param object its address
 * @param type what it is, by the name of its description in the program
 * @param destructor 0 if there is none
 */
public record Thrown(long object, String type, long destructor) {}
