package fencepost.bench.suite.source;

import fencepost.bench.suite.source.ArrayVariable.Storage;

/** A program in C++: what is an array in C is a vector here. */
public final class CxxText extends CText {
  @Override
  public String language() {
    return "c++";
  }

  @Override
  public String start(String name) {
    return name + ".data()";
  }

  @Override
  protected String cast(String type) {
    return "(" + type + " *)";
  }

  @Override
  void array(ArrayVariable memory) {
    if (memory.storage() != Storage.STACK || memory.initial() != 0) {
      throw new UnsupportedOperationException("only vectors");
    }
    line("std::vector<%s> %s(%d);".formatted(memory.type().c(), memory.name(), memory.count()));
  }
}
