package fencepost.bench.suite;

import fencepost.bench.suite.source.CText;

/** Ways to write one load or store in C, near and far from where it is needed. */
public enum Placement {
  PARAMETER {
    @Override
    void write(CText text, PlacedAccess access) {
      access.function(text, "static ", "access_it", access.code("p"));
      text.line("access_it(" + access.array(text) + ");");
    }
  },
  POINTER {
    @Override
    void write(CText text, PlacedAccess access) {
      text.line(access.type() + " *p = " + access.array(text) + " + 1;");
      text.line("p = p - 1;");
      text.line(access.site(), access.codeAt("*(p + " + access.index() + ")"));
    }
  },
  RETURN {
    @Override
    void write(CText text, PlacedAccess access) {
      text.define(
          () -> {
            text.line("static " + access.type() + " *alias(" + access.type() + " *p)");
            text.block("{", () -> text.line("return p;"));
            text.line("");
          });
      text.line(access.type() + " *p = alias(" + access.array(text) + ");");
      text.line(access.site(), access.code("p"));
    }
  },
  DEEP {
    @Override
    void write(CText text, PlacedAccess access) {
      access.function(text, "static ", "level_5", access.code("p"));
      for (int level = 4; level >= 1; level--) {
        String next = "level_" + (level + 1) + "(p);";
        String name = "level_" + level;
        text.define(
            () -> {
              text.line("static void " + name + "(" + access.type() + " *p)");
              text.block("{", () -> text.line(next));
              text.line("");
            });
      }
      text.line("level_1(" + access.array(text) + ");");
    }
  },
  RECURSION {
    @Override
    void write(CText text, PlacedAccess access) {
      text.define(
          () -> {
            text.line("static void descend(" + access.type() + " *p, int depth)");
            text.block(
                "{",
                () -> {
                  text.line("if (depth > 0)");
                  text.indented(() -> text.line("descend(p, depth - 1);"));
                  text.line("else");
                  text.indented(() -> text.line(access.site(), access.code("p")));
                });
            text.line("");
          });
      text.line("descend(" + access.array(text) + ", 10);");
    }
  },
  FUNCTIONPOINTER {
    @Override
    void write(CText text, PlacedAccess access) {
      access.function(text, "static ", "access_it", access.code("p"));
      text.line("void (*action)(" + access.type() + " *) = access_it;");
      text.line("action(" + access.array(text) + ");");
    }
  },
  FILE {
    @Override
    void write(CText text, PlacedAccess access) {
      String head = "void access_it(" + access.type() + " *p)";
      text.define(
          () -> {
            text.line(head + ";");
            text.line("");
          });
      text.defineElsewhere(
          () -> {
            text.line("#include <stdio.h>");
            text.line("");
            text.line(head + ";");
            text.line("");
            text.line(head);
            text.block("{", () -> text.line(access.site(), access.code("p")));
          });
      text.line("access_it(" + access.array(text) + ");");
    }
  },
  MEMCPY {
    @Override
    void write(CText text, PlacedAccess access) {
      String at = access.array(text) + " + " + access.index();
      text.line(access.type() + " copy[1] = {7};");
      text.line(
          access.site(),
          access.stores()
              ? "memcpy(" + at + ", copy, sizeof(copy));"
              : "memcpy(copy, " + at + ", sizeof(copy));");
      text.line("printf(\"%d\\n\", (int)copy[0]);");
    }
  },
  LOOP {
    @Override
    void write(CText text, PlacedAccess access) {
      text.block(
          "for (int i = 0; i <= " + access.index() + "; i++) {",
          () -> text.line(access.site(), access.codeAt(access.array(text) + "[i]")));
    }
  },
  NESTED {
    @Override
    void write(CText text, PlacedAccess access) {
      text.block(
          "for (int i = 0; i < 2; i++) {",
          () ->
              text.block(
                  "if (i == 1) {",
                  () ->
                      text.block(
                          "switch (rank) {",
                          () -> {
                            text.line("default:");
                            text.line(access.site(), access.code(access.array(text)));
                          })));
    }
  },
  CONDITION {
    @Override
    void write(CText text, PlacedAccess access) {
      if (access.stores()) {
        text.line("if (rank >= 0)");
        text.indented(() -> text.line(access.site(), access.code(access.array(text))));
      } else {
        text.line(access.site(), "if (" + access.element(text) + " == 12345)");
        text.indented(() -> text.line("printf(\"found\\n\");"));
      }
    }
  },
  EXPRESSION {
    @Override
    void write(CText text, PlacedAccess access) {
      if (access.stores()) {
        text.line(access.type() + " copy;");
        text.line(access.site(), "copy = " + access.element(text) + " = 42;");
        text.line("printf(\"%d\\n\", (int)copy);");
      } else {
        text.line(access.site(), "int sum = 3 * (int)" + access.element(text) + " + 1;");
        text.line("printf(\"%d\\n\", sum);");
      }
    }
  },
  GOTO {
    @Override
    void write(CText text, PlacedAccess access) {
      text.line("int round = 0;");
      text.line("again:");
      text.line("if (round++ < 1)");
      text.indented(() -> text.line("goto again;"));
      text.line(access.site(), access.code(access.array(text)));
    }
  };

  abstract void write(CText text, PlacedAccess access);
}
