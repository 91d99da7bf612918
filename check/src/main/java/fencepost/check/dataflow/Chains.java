package fencepost.check.dataflow;

import fencepost.program.ir.Block;
import fencepost.program.ir.Call;
import fencepost.program.ir.Function;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The ways in which a function may have been called, from the start of the program on. */
final class Chains {
  private static final int MOST = 24;
  private static final int DEEPEST = 12;
  private final DataflowCode code;

  Chains(DataflowCode code) {
    this.code = code;
  }

  /** The scopes in which a block may be executed. */
  List<Scope> leadingTo(Block block) {
    List<List<Call>> open = List.of(List.of());
    for (int depth = 0; depth < DEEPEST; depth++) {
      List<List<Call>> longer = new ArrayList<>();
      for (List<Call> chain : open) {
        longer.addAll(extended(chain, block.function()));
      }
      if (longer.size() > MOST || longer.equals(open)) {
        break;
      }
      open = longer;
    }
    return open.stream().map(chain -> scope(chain, block)).toList();
  }

  /** The chain with each possible caller in front; itself if there is none. */
  private List<List<Call>> extended(List<Call> chain, Function last) {
    Function top = chain.isEmpty() ? last : chain.get(0).block().function();
    List<List<Call>> longer = new ArrayList<>();
    for (Call caller : code.callersOf(top)) {
      boolean recursive =
          caller.block().function() == last
              || chain.stream().anyMatch(c -> c.block().function() == caller.block().function());
      if (!recursive) {
        List<Call> more = new ArrayList<>(List.of(caller));
        more.addAll(chain);
        longer.add(more);
      }
    }
    return longer.isEmpty() ? List.of(chain) : List.copyOf(longer);
  }

  private Scope scope(List<Call> chain, Block block) {
    Scope caller = null;
    Call site = null;
    for (Call call : chain) {
      caller = scope(call.block(), site, caller);
      site = call;
    }
    return scope(block, site, caller);
  }

  private Scope scope(Block block, @Nullable Call site, @Nullable Scope caller) {
    Function function = block.function();
    return Scope.at(new DataflowFrame(function, site, caller), block, code.shape(function));
  }
}
