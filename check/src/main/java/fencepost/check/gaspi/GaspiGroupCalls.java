package fencepost.check.gaspi;

import java.util.Set;

/** Groups (GASPI 17.1, 6). */
final class GaspiGroupCalls {
  private GaspiGroupCalls() {}

  static void addTo(GaspiLibrary library) {
    library.meaning("make_group", GaspiGroupCalls::create);
    library.meaning("add_to_group", GaspiGroupCalls::add);
    library.meaning("commit_group", GaspiGroupCalls::commit);
    library.meaning("delete_group", GaspiGroupCalls::delete);
    library.rule(
        "group_size",
        call -> {
          call.storeAt(1, 4, ranks(call).size());
          call.done();
        });
    library.rule("group_ranks", GaspiGroupCalls::list);
  }

  private static void create(GaspiCall call) {
    CheckedGaspiProcess process = call.process;
    int handle = 0;
    while (process.groups.containsKey(handle)) {
      handle++;
    }
    Refused.unless(handle < process.configuration.get(Limit.GROUP_MAX), GaspiOutcome.ERR_MANY_GRP);
    call.store("group", 1, handle);
    process.groups.put(handle, new Membership());
    call.done();
  }

  private static void add(GaspiCall call) {
    Membership group = call.group();
    Refused.unless(!group.isJoined(), GaspiOutcome.ERR_INV_GROUP);
    Refused.unless(group.ranks.add(call.rank().rank()), GaspiOutcome.ERR_INV_RANK);
    call.done();
  }

  private static void commit(GaspiCall call) {
    Membership membership = call.group();
    int self = call.process.rank();
    Refused.unless(membership.ranks.contains(self), GaspiOutcome.ERR_INV_GROUP);
    CheckedGroup group = membership.join(call.process.world, self);
    call.doneWhen(group::isCommitted, () -> GaspiOutcome.SUCCESS);
  }

  private static void delete(GaspiCall call) {
    int handle = call.integer("group");
    call.group();
    Refused.unless(handle != CheckedGaspiProcess.GROUP_ALL, GaspiOutcome.ERR_INV_GROUP);
    call.process.groups.remove(handle);
    call.done();
  }

  private static Set<Integer> ranks(GaspiCall call) {
    return call.process.group((int) Types.unsigned(call.at(0), "gaspi_group_t")).ranks;
  }

  private static void list(GaspiCall call) {
    long at = call.at(1);
    for (int rank : ranks(call)) {
      call.memory().store(at, 2, rank);
      at += 2;
    }
    call.done();
  }
}
