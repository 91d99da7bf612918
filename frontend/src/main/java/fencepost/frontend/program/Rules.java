package fencepost.frontend.program;

import fencepost.trace.ApiTable;
import fencepost.trace.RecordCursor;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the calls of a programming model mean. A call that has no rule has no meaning for races, and
 * is passed over.
 *
 * @param <P> a process of the model
 */
public final class Rules<P> {
  private final ApiTable table;
  private final List<@Nullable Rule<P>> rules;

  /**
   * What a call means. Called for its entry and its return, or once for a call that is recorded
   * once.
   */
  public interface Rule<P> {
    /** False if the call must wait for others; nothing may have been said of it then. */
    boolean apply(P process, RecordCursor record, boolean returns);
  }

  public Rules(ApiTable table) {
    this.table = table;
    this.rules = new ArrayList<>(Collections.nCopies(table.calls().size(), null));
  }

  public ApiTable table() {
    return table;
  }

  /** Makes the rule of one call of those that have the same meaning. */
  public interface RuleMaker<P> {
    /**
     * Makes a rule.
     *
     * @param details what the table says behind the word
     */
    Rule<P> make(Slots slots, List<String> details);
  }

  /** What all calls mean whose meaning begins with the word. */
  public void add(String word, RuleMaker<P> maker) {
    List<ApiTable.Call> calls = table.meaning(word);
    if (calls.isEmpty()) {
      throw new IllegalArgumentException("no call of the table means " + word);
    }
    for (ApiTable.Call call : calls) {
      rules.set(call.id(), maker.make(new Slots(call), call.meaning().details()));
    }
  }

  /**
   * Makes sure that no word of the table was left without a rule; the end of a process needs none.
   */
  public void requireAll() {
    for (ApiTable.Call call : table.calls()) {
      String word = call.word();
      if (rules.get(call.id()) == null && !word.isEmpty() && !word.equals("end")) {
        throw new IllegalStateException("there is no rule for calls that mean " + word);
      }
    }
  }

  /** Applies the rule of the call at hand; false if it must wait. */
  public boolean apply(P process, ApiTable.Call call, RecordCursor record) {
    Rule<P> rule = rules.get(call.id());
    boolean returns = !call.around() || (record.flags() & RecordCursor.LEAVE) != 0;
    return rule == null || rule.apply(process, record, returns);
  }
}
