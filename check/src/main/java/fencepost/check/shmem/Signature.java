package fencepost.check.shmem;

import fencepost.trace.ApiTable;
import fencepost.trace.ApiTable.Parameter;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A call of the table: what it means, and how large its elements are. */
final class Signature {
  private static final Pattern SIZE_OF = Pattern.compile("sizeof\\(([^)]*)\\)");
  private static final Pattern BITS = Pattern.compile("(\\d+) / 8");
  private static final List<String> TYPED = List.of("ivar", "ivars", "dest", "source");

  final ApiTable.Call call;
  final List<String> meaning;

  /** The bytes of an element; 1 if the call has no elements. */
  final int element;

  Signature(ApiTable.Call call) {
    this.call = call;
    this.meaning = call.meaning().words();
    this.element =
        call.statements().stream()
            .filter(statement -> statement.assigns().equals("element"))
            .mapToInt(statement -> bytes(statement.code()))
            .findFirst()
            .orElse(1);
  }

  /** The type that the call is for: what it waits for, writes or reads. */
  CType type() {
    return call.parameters().stream()
        .filter(parameter -> TYPED.contains(parameter.name()))
        .map(Signature::pointee)
        .findFirst()
        .orElse(new CType("void"));
  }

  private static CType pointee(Parameter parameter) {
    return new CType(parameter.type().replace("const ", "").replace("*", "").strip());
  }

  /** The number of bytes that is written as the size of a type, or as a number of bits. */
  private static int bytes(String code) {
    Matcher type = SIZE_OF.matcher(code);
    if (type.matches()) {
      return new CType(type.group(1)).size();
    }
    Matcher bits = BITS.matcher(code);
    return bits.matches() ? Integer.parseInt(bits.group(1)) / 8 : Integer.parseInt(code);
  }
}
