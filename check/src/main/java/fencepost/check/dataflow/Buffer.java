package fencepost.check.dataflow;

/**
 * Local memory that a call reads or writes; arguments are given by their numbers, -1 for none.
 *
 * @param address the argument with the address, or with the offset in a segment
 * @param segment the argument that says in which segment
 * @param count how many elements; one if there is none
 * @param datatype what elements; bytes times the unit if there is none
 * @param pieces if there is one, it says how many there are, and the others are arrays
 * @param unless the argument that says which operation is done: with one that does not read it, it
 *     is not used
 * @param position the argument that points to how many bytes behind the address it begins
 */
record Buffer(
    int address,
    int segment,
    int count,
    int datatype,
    long unit,
    int pieces,
    int unless,
    int position,
    boolean written) {

  static Buffer plain(int address, int count, int datatype, long unit, boolean written) {
    return new Buffer(address, -1, count, datatype, unit, -1, -1, -1, written);
  }

  static Buffer inSegment(int segment, int offset, int size, int pieces, boolean written) {
    return new Buffer(offset, segment, size, -1, 1, pieces, -1, -1, written);
  }

  Buffer unless(int operation) {
    return new Buffer(
        address, segment, count, datatype, unit, pieces, operation, position, written);
  }

  Buffer from(int place) {
    return new Buffer(address, segment, -1, -1, 1, pieces, unless, place, written);
  }
}
