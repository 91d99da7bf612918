package fencepost.program.pointsto;

import fencepost.program.ir.Function;

/** What a function returns. */
record Returned(Function function) {}
