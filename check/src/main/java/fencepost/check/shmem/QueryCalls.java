package fencepost.check.shmem;

/** Questions to the library, and calls that do nothing (OpenSHMEM 1.5, 9.1, 9.2 and 9.4). */
final class QueryCalls {
  private QueryCalls() {}

  static void addTo(ShmemLibrary library) {
    library.rules(call -> call.done(call.process.rank()), "shmem_my_pe", "_my_pe");
    library.rules(call -> call.done(call.process.world.world.size()), "shmem_n_pes", "_num_pes");
    library.rules(call -> call.done(isPe(call, call.at(0)) ? 1 : 0), "shmem_pe_accessible");
    library.rules(
        call -> call.done(isPe(call, call.at(1)) && call.process.symmetric.has(call.at(0)) ? 1 : 0),
        "shmem_addr_accessible");
    library.rules(QueryCalls::version, "shmem_info_get_version");
    library.rules(QueryCalls::vendor, "shmem_info_get_name");
    library.rules(
        call -> {
          call.memory().store(call.at(0), 4, constant(call, "SHMEM_THREAD_MULTIPLE"));
          call.done();
        },
        "shmem_query_thread");
    library.rules(
        ShmemCall::done,
        "shmem_pcontrol",
        "shmem_set_cache_inv",
        "shmem_set_cache_line_inv",
        "shmem_clear_cache_inv",
        "shmem_clear_cache_line_inv",
        "shmem_udcflush",
        "shmem_udcflush_line");
    library.rules(QueryCalls::objects, "dl_iterate_phdr");
    addTeams(library);
  }

  /**
   * The program as {@code <link.h>} tells of it, with its variables as the one segment that can be
   * written: the capture library takes from it which memory is symmetric.
   */
  private static void objects(ShmemCall call) {
    CheckedSymmetricMemory symmetric = call.process.symmetric;
    long segment = call.memory().allocate(56);
    call.memory().store(segment, 4, 1); // p_type: PT_LOAD
    call.memory().store(segment + 4, 4, 2); // p_flags: PF_W
    call.memory().store(segment + 16, 8, symmetric.variablesFrom); // p_vaddr
    call.memory().store(segment + 40, 8, symmetric.variablesTo - symmetric.variablesFrom);
    long object = call.memory().allocate(64);
    call.memory().store(object + 16, 8, segment); // dlpi_phdr
    call.memory().store(object + 24, 2, 1); // dlpi_phnum
    call.done(call.process.process.invoke(call.at(0), object, 64, call.at(1)));
  }

  private static long constant(ShmemCall call, String name) {
    return call.process.header().constant(name);
  }

  private static boolean isPe(ShmemCall call, long number) {
    return call.process.world.world.has((int) number);
  }

  private static void version(ShmemCall call) {
    call.memory().store(call.at(0), 4, constant(call, "SHMEM_MAJOR_VERSION"));
    call.memory().store(call.at(1), 4, constant(call, "SHMEM_MINOR_VERSION"));
    call.done();
  }

  private static void vendor(ShmemCall call) {
    call.memory().text(call.at(0), call.memory().text(constant(call, "SHMEM_VENDOR_STRING")));
    call.done();
  }

  // ---- teams ----

  private static void addTeams(ShmemLibrary library) {
    library.rules(
        call -> {
          CheckedTeam team = call.process.findTeam(call.at(0));
          call.done(team == null ? -1 : team.number(call.process.rank()));
        },
        "shmem_team_my_pe");
    library.rules(
        call -> {
          CheckedTeam team = call.process.findTeam(call.at(0));
          call.done(team == null ? -1 : team.size());
        },
        "shmem_team_n_pes");
    library.rules(QueryCalls::translate, "shmem_team_translate_pe");
    library.rules(QueryCalls::config, "shmem_team_get_config");
    library.rules(
        call -> {
          call.memory().store(call.at(1), 8, call.process.teamOf(call.at(0)));
          call.done();
        },
        "shmem_ctx_get_team");
  }

  private static void translate(ShmemCall call) {
    CheckedTeam from = call.process.findTeam(call.at(0));
    CheckedTeam to = call.process.findTeam(call.at(2));
    int number = (int) call.at(1);
    if (from == null || to == null || !from.has(number)) {
      call.done(-1);
      return;
    }
    call.done(to.number(from.process(number)));
  }

  /** There are as many contexts as one likes: what was asked for is not kept. */
  private static void config(ShmemCall call) {
    if (call.process.findTeam(call.at(0)) == null) {
      call.done(1);
      return;
    }
    if ((call.at(1) & constant(call, "SHMEM_TEAM_NUM_CONTEXTS")) != 0) {
      call.memory().store(call.at(2), 4, 0);
    }
    call.done();
  }
}
