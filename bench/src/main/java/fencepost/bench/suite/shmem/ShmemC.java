package fencepost.bench.suite.shmem;

import fencepost.bench.suite.CFrame;
import fencepost.bench.suite.source.CText;

/** An OpenSHMEM program in C. */
public class ShmemC extends CFrame {
  @Override
  protected String header() {
    return "shmem.h";
  }

  @Override
  protected void start(CText text) {
    if (text.usesThreads()) {
      text.line("int provided;");
      text.line("shmem_init_thread(SHMEM_THREAD_MULTIPLE, &provided);");
      text.line("if (provided < SHMEM_THREAD_MULTIPLE)");
      text.line("    shmem_global_exit(1);");
    } else {
      text.line("shmem_init();");
    }
    text.line("rank = shmem_my_pe();");
  }

  @Override
  protected void ready(CText text) {
    text.line("shmem_barrier_all();");
  }

  @Override
  protected void finish(CText text) {
    text.line("shmem_finalize();");
  }
}
