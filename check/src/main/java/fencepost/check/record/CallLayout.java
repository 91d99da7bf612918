package fencepost.check.record;

import fencepost.trace.ApiTable;
import fencepost.trace.ApiTable.Parameter;
import fencepost.trace.ApiTable.Statement;
import fencepost.trace.ApiTable.When;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** A call of a table, with its statements understood. */
public final class CallLayout {
  final ApiTable.Call call;
  final Map<String, Integer> positions = new HashMap<>();
  final List<Formula> lengths = new ArrayList<>();
  final Formula success;
  private final Map<When, List<Action>> actions = new HashMap<>();
  private final Map<String, String> pointees = new ConcurrentHashMap<>();

  /** A statement, and the word that it adds to the record; empty if it adds none. */
  record Action(String assigns, Formula code) {}

  public CallLayout(ApiTable.Call call) {
    this.call = call;
    this.success = Formula.parse(call.success().isEmpty() ? "1" : call.success());
    for (Parameter parameter : call.parameters()) {
      positions.put(parameter.name(), positions.size());
      lengths.add(Formula.parse(parameter.length().isEmpty() ? "1" : parameter.length()));
    }
    for (Statement statement : call.statements()) {
      if (statement.when() != When.MEANS) {
        actions
            .computeIfAbsent(statement.when(), key -> new ArrayList<>())
            .add(new Action(statement.assigns(), Formula.parse(statement.code())));
      }
    }
  }

  List<Action> actions(When when) {
    return actions.getOrDefault(when, List.of());
  }

  /** The type that a parameter points to. */
  String pointee(Parameter parameter) {
    return pointees.computeIfAbsent(parameter.type(), key -> pointeeOf(parameter));
  }

  private static String pointeeOf(Parameter parameter) {
    String type = parameter.type().replace("const ", "").strip();
    return type.equals("void *") ? "void *" : type.replaceFirst("\\s*\\*$", "");
  }
}
