package fencepost.check.dataflow;

import fencepost.check.dataflow.Evaluator.View;
import fencepost.program.ir.Call;
import fencepost.program.ir.Value;
import java.util.ArrayList;
import java.util.List;

/**
 * Memory that a call of a library function uses.
 *
 * @param how what reports call it
 * @param ends whether all of the memory ends
 */
record LibraryUse(DataflowRegion region, String how, boolean ends) {

  static List<LibraryUse> of(Call call, LibraryCalls library, Evaluator evaluator, View view) {
    String how = call.name().replaceFirst("^llvm\\.(\\w+)\\..*", "$1");
    List<LibraryUse> uses = new ArrayList<>();
    for (LibraryCalls.Use use : library.of(call.name())) {
      if (use.argument() < call.arguments().size()) {
        add(use, call, how, evaluator, view, uses);
      }
    }
    return uses;
  }

  private static void add(
      LibraryCalls.Use use,
      Call call,
      String how,
      Evaluator evaluator,
      View view,
      List<LibraryUse> uses) {
    List<Value> arguments = call.arguments();
    Sum value = evaluator.value(arguments.get(use.argument()), view);
    switch (use.kind()) {
      case READ, WRITE -> {
        Sum size =
            use.length() < 0 ? Sum.of(1) : evaluator.value(arguments.get(use.length()), view);
        boolean written = use.kind() == LibraryCalls.Kind.WRITE;
        uses.add(new LibraryUse(new DataflowRegion(value, size, written), how, false));
      }
      case FREE -> uses.add(end(value));
      case READ_FROM_HERE_ON -> {
        for (Value each : arguments.subList(use.argument(), arguments.size())) {
          if (each.type().isPointer()) {
            DataflowRegion region =
                new DataflowRegion(evaluator.value(each, view), Sum.of(1), false);
            uses.add(new LibraryUse(region, how, false));
          }
        }
      }
    }
  }

  private static LibraryUse end(Sum address) {
    return new LibraryUse(new DataflowRegion(address, Sum.of(1), true), "free", true);
  }
}
