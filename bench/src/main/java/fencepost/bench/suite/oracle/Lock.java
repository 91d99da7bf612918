package fencepost.bench.suite.oracle;

/**
 * A lock that a process holds while it accesses memory.
 *
 * @param resource what is locked
 * @param checked false if the program vouches that nobody else wants it
 */
public record Lock(String resource, int process, boolean exclusive, boolean checked) {
  boolean excludes(Lock other) {
    return resource.equals(other.resource)
        && process != other.process
        && (exclusive || other.exclusive)
        && checked
        && other.checked;
  }
}
