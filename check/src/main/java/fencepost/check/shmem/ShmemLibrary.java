package fencepost.check.shmem;

import fencepost.check.machine.Invocation;
import fencepost.check.machine.Library;
import fencepost.trace.ApiTable;
import fencepost.trace.Model;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The calls of OpenSHMEM, and who knows what they do. */
final class ShmemLibrary implements Library {
  static final ApiTable TABLE = Model.SHMEM.table();
  private static final Map<String, Signature> SIGNATURES = new ConcurrentHashMap<>();

  private final ShmemWorld world;
  private final Map<String, Rule> meanings = new HashMap<>();
  private final Map<String, Rule> names = new HashMap<>();

  /** What a call does; it ends with {@link ShmemCall#done}. */
  interface Rule {
    void call(ShmemCall call);
  }

  ShmemLibrary(ShmemWorld world) {
    this.world = world;
    SetupCalls.addTo(this);
    QueryCalls.addTo(this);
    HeapCalls.addTo(this);
    TeamCalls.addTo(this);
    ShmemTransferCalls.addTo(this);
    ShmemAtomicCalls.addTo(this);
    WaitCalls.addTo(this);
    SynchronizationCalls.addTo(this);
    ShmemCollectiveCalls.addTo(this);
  }

  /** A rule for all calls of which the table says that they mean this. */
  void meaning(String word, Rule rule) {
    meanings.put(word, rule);
  }

  /** A rule for calls that the table says nothing about. */
  void rules(Rule rule, String... calls) {
    for (String name : calls) {
      names.put(name, rule);
    }
  }

  @Override
  public boolean communicates() {
    return true;
  }

  @Override
  public @Nullable Routine routine(String name) {
    String plain = name.matches("p(shmem_\\w+|start_pes)") ? name.substring(1) : name;
    Signature signature = TABLE.has(plain) ? signature(plain) : null;
    Rule rule = rule(plain, signature);
    if (rule == null) {
      return null;
    }
    Rule found = rule;
    return invocation -> call(signature, found, invocation);
  }

  private @Nullable Rule rule(String name, @Nullable Signature signature) {
    if (signature == null || signature.meaning.isEmpty()) {
      return names.get(name);
    }
    return meanings.get(signature.meaning.get(0));
  }

  private void call(@Nullable Signature signature, Rule rule, Invocation invocation) {
    CheckedShmemProcess process = world.process(invocation.process().rank());
    process.header();
    rule.call(new ShmemCall(process, invocation, signature));
  }

  private static Signature signature(String name) {
    return SIGNATURES.computeIfAbsent(name, key -> new Signature(TABLE.call(name)));
  }
}
