package fencepost.check.dataflow;

import fencepost.trace.ApiTable;
import fencepost.trace.CallBuffer;
import fencepost.trace.CallBuffer.Share;
import fencepost.trace.Meaning;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

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

  /** The buffers of a call, as its table says; of one that is read and written, that it is. */
  static List<Buffer> of(ApiTable.Call call, Meaning meaning) {
    Set<String> written =
        meaning.buffers().stream()
            .filter(CallBuffer::written)
            .map(CallBuffer::address)
            .collect(Collectors.toSet());
    return meaning.buffers().stream()
        .filter(buffer -> buffer.written() || !written.contains(buffer.address()))
        .map(buffer -> of(call, buffer))
        .toList();
  }

  private static Buffer of(ApiTable.Call call, CallBuffer buffer) {
    Map<String, Integer> numbers = KnownCall.numbered(call.parameters());
    boolean packed = buffer.share() == Share.PACKED;
    // With strides, or a count for each member, only the first element is certain.
    boolean counted =
        Set.of(Share.ONE, Share.EACH).contains(buffer.share()) && !numbers.containsKey("sst");
    int type = number(numbers, buffer.type());
    boolean datatype = type >= 0 && call.parameters().get(type).type().equals("MPI_Datatype");
    return new Buffer(
        number(numbers, buffer.address()),
        number(numbers, buffer.segment()),
        counted && (type < 0 || datatype) ? number(numbers, buffer.count()) : -1,
        counted && datatype ? type : -1,
        unit(call, buffer.type()),
        buffer.segment().isEmpty() ? -1 : number(numbers, "num"),
        number(numbers, buffer.unless()),
        packed ? number(numbers, buffer.count()) : -1,
        buffer.written());
  }

  private static int number(Map<String, Integer> numbers, String parameter) {
    return numbers.getOrDefault(parameter, -1);
  }

  /** The bytes of an element: a number, or the value of a word of the record. */
  private static long unit(ApiTable.Call call, String type) {
    if (!type.isEmpty() && type.chars().allMatch(Character::isDigit)) {
      return Long.parseLong(type);
    }
    return call.statements().stream()
        .filter(statement -> !type.isEmpty() && statement.assigns().equals(type))
        .mapToLong(statement -> CTypes.size(statement.code()))
        .findFirst()
        .orElse(1);
  }
}
