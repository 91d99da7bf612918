package fencepost.bench.suite.source;

/** An argument of a call, in any language. */
public interface Arg {
  String in(Text text);

  static Arg number(long value) {
    return text -> Long.toString(value);
  }

  /** A number for which Fortran wants a kind. */
  static Arg displacement(long value) {
    return text -> text.displacement(value);
  }

  static Arg address(Section section) {
    return text -> text.address(section);
  }

  static Arg type(ValueType type) {
    return text -> text.datatype(type);
  }

  /** A name that is the same in every language. */
  static Arg name(String name) {
    return text -> name;
  }

  /** The value of a declared variable. */
  static Arg of(Declaration variable) {
    return text -> text.use(variable);
  }

  /** A variable that the call changes. */
  static Arg out(Declaration variable) {
    return text -> text.reference(text.use(variable));
  }
}
