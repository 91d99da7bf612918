package fencepost.check.dataflow;

import fencepost.trace.ApiTable;
import fencepost.trace.CallNames;
import fencepost.trace.Model;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The calls of the three programming models that matter here, from the tables of calls. */
final class KnownCalls {
  static final KnownCalls ALL = new KnownCalls();

  private final Map<String, KnownCall> byName = new HashMap<>();

  private KnownCalls() {
    for (Model model : Model.values()) {
      for (ApiTable.Call call : model.table().calls()) {
        KnownCall known = KnownCall.of(call);
        if (known.isOfInterest()) {
          byName.put(call.name(), known);
        }
      }
    }
  }

  /** What a call means; null if it is of no interest. */
  @Nullable KnownCall of(String function) {
    return byName.get(CallNames.inC(function));
  }
}
