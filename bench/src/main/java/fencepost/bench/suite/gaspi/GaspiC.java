package fencepost.bench.suite.gaspi;

import fencepost.bench.suite.CFrame;
import fencepost.bench.suite.source.CText;

/** A GASPI program in C. */
public class GaspiC extends CFrame {
  @Override
  protected String header() {
    return "GASPI.h";
  }

  @Override
  protected void start(CText text) {
    text.line("gaspi_rank_t me;");
    text.line("gaspi_proc_init(GASPI_BLOCK);");
    text.line("gaspi_proc_rank(&me);");
    text.line("rank = me;");
  }

  @Override
  protected void ready(CText text) {
    text.line("gaspi_barrier(GASPI_GROUP_ALL, GASPI_BLOCK);");
  }

  @Override
  protected void finish(CText text) {
    text.line("gaspi_barrier(GASPI_GROUP_ALL, GASPI_BLOCK);");
    text.line("gaspi_proc_term(GASPI_BLOCK);");
  }
}
