package fencepost.check.dataflow;

import fencepost.check.dataflow.Evaluator.View;
import fencepost.program.ir.Call;
import fencepost.program.ir.Value;
import fencepost.trace.CallNames;
import java.util.ArrayList;
import java.util.List;

/** The arguments of a call of a programming model, in C or in Fortran. */
final class Arguments {
  private static final int MOST_PIECES = 16;

  private final Call call;
  private final KnownCall known;
  private final Evaluator evaluator;
  private final View view;
  private final boolean byReference;

  Arguments(Call call, KnownCall known, Evaluator evaluator, View view) {
    this.call = call;
    this.known = known;
    this.evaluator = evaluator;
    this.view = view;
    this.byReference = CallNames.isFortran(call.name());
  }

  Call call() {
    return call;
  }

  /** An argument as it is passed. */
  private Sum passed(int number) {
    Value argument = call.arguments().get(number);
    return evaluator.value(argument, view);
  }

  boolean has(int number) {
    return number >= 0 && number < call.arguments().size();
  }

  boolean has(String parameter) {
    return has(known.argument(parameter));
  }

  /** The value of an argument; if it is the address of a value, that value. */
  Sum value(int number) {
    boolean direct = known.byValue().contains(number) && !byReference;
    return direct ? passed(number) : evaluator.loaded(passed(number), false, view);
  }

  Sum value(String parameter) {
    return value(known.argument(parameter));
  }

  Sum address(String parameter) {
    return passed(known.argument(parameter));
  }

  /** A handle: of a window, a context, a file. Handles of Open MPI are addresses. */
  Sum handle(String parameter) {
    int number = known.argument(parameter);
    boolean direct = known.byValue().contains(number) && !byReference;
    return direct ? passed(number) : evaluator.loaded(passed(number), true, view);
  }

  // ---- buffers ----

  List<DataflowRegion> regions() {
    List<DataflowRegion> regions = new ArrayList<>();
    for (Buffer buffer : known.buffers()) {
      if (has(buffer.address()) && isUsed(buffer)) {
        add(buffer, regions);
      }
    }
    return regions;
  }

  private boolean isUsed(Buffer buffer) {
    return buffer.unless() < 0 || !LibraryConstants.isNoOperation(value(buffer.unless()));
  }

  private void add(Buffer buffer, List<DataflowRegion> regions) {
    if (buffer.pieces() >= 0) {
      pieces(buffer, regions);
      return;
    }
    Sum count = has(buffer.count()) ? value(buffer.count()) : Sum.of(1);
    long unit = has(buffer.datatype()) ? elementSize(buffer.datatype()) : buffer.unit();
    Sum start =
        buffer.segment() < 0
            ? passed(buffer.address())
            : segment(value(buffer.segment())).plus(value(buffer.address()));
    if (has(buffer.position())) {
      start = start.plus(value(buffer.position()));
    }
    if (!count.isConstant(0)) {
      regions.add(new DataflowRegion(start, count.times(unit), buffer.written()));
    }
  }

  /** The start of the memory that an argument leads to: an address, or the number of a segment. */
  Sum memory(String parameter) {
    boolean segment = known.byValue().contains(known.argument(parameter));
    return segment ? segment(value(parameter)) : address(parameter);
  }

  private static Sum segment(Sum id) {
    return Sum.of(new Symbol.Thing(new DataflowCode.Segment(id)));
  }

  /** Lists: one buffer for each piece. */
  private void pieces(Buffer buffer, List<DataflowRegion> regions) {
    Sum number = value(buffer.pieces());
    for (int i = 0; number.isConstant() && i < Math.min(MOST_PIECES, number.constant()); i++) {
      Sum size = element(buffer.count(), i, Long.BYTES);
      Sum start =
          segment(element(buffer.segment(), i, 1)).plus(element(buffer.address(), i, Long.BYTES));
      if (!size.isConstant(0)) {
        regions.add(new DataflowRegion(start, size, buffer.written()));
      }
    }
  }

  private Sum element(int argument, int index, int size) {
    return evaluator.loaded(passed(argument).plus((long) index * size), false, view);
  }

  /** So many elements of a datatype; one if there is no such parameter. */
  Sum size(String count, String datatype, String otherwise) {
    long unit = LibraryConstants.sizeOfDatatype(value(has(datatype) ? datatype : otherwise));
    return (has(count) ? value(count) : Sum.of(1)).times(unit);
  }

  private long elementSize(int argument) {
    return LibraryConstants.sizeOfDatatype(value(argument));
  }
}
