package fencepost.check.shmem;

import fencepost.check.record.CallLayout;
import fencepost.trace.ApiTable;
import fencepost.trace.ApiTable.Parameter;
import fencepost.trace.ApiTable.Statement;
import fencepost.trace.ApiTable.When;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** A call of the table: how it is recorded, what it means, and how large its elements are. */
final class Signature {
  private static final Pattern SIZE_OF = Pattern.compile("sizeof\\(([^)]*)\\)");
  private static final Pattern BITS = Pattern.compile("(\\d+) / 8");
  private static final List<String> TYPED = List.of("ivar", "ivars", "dest", "source");

  final ApiTable.Call call;
  final CallLayout layout;
  final List<String> meaning;

  /** The bytes of an element; 1 if the call has no elements. */
  final int element;

  Signature(ApiTable.Call call) {
    this.call = withNumbers(call);
    this.layout = new CallLayout(this.call);
    this.meaning = call.meaning();
    this.element =
        this.call.statements().stream()
            .filter(statement -> statement.assigns().equals("element"))
            .mapToInt(statement -> Integer.parseInt(statement.code()))
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

  private static ApiTable.Call withNumbers(ApiTable.Call call) {
    return new ApiTable.Call(
        call.id(),
        call.code(),
        call.name(),
        call.profilingName(),
        call.condition(),
        call.recorded(),
        call.result(),
        call.success(),
        call.parameters(),
        call.statements().stream().map(Signature::withNumbers).toList(),
        call.forms());
  }

  /** Sizes of types and numbers of bits become numbers of bytes. */
  private static Statement withNumbers(Statement statement) {
    if (statement.when() == When.MEANS) {
      return statement;
    }
    String sized =
        SIZE_OF
            .matcher(statement.code())
            .replaceAll(match -> Integer.toString(new CType(match.group(1)).size()));
    String code = BITS.matcher(sized).replaceAll(Signature::bytes);
    return new Statement(statement.when(), statement.assigns(), code);
  }

  private static String bytes(MatchResult bits) {
    return Integer.toString(Integer.parseInt(bits.group(1)) / 8);
  }
}
