package fencepost.check.record;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An expression of C as it stands in the tables of calls: names of arguments, numbers, calls of the
 * capture library's functions, comparisons, products, conditions, and what a pointer points to.
 * Casts mean nothing, because every value is 64 bits wide; neither do texts.
 */
abstract class Formula {
  private static final Pattern TOKEN =
      Pattern.compile("\\s*(\\w+|\"[^\"]*\"|==|!=|<=|>=|&&|\\|\\||[-+*/%()\\[\\],?:&<>!])");
  private static final Pattern CAST =
      Pattern.compile(
          "(?<!\\w)\\((?:const )?(?:unsigned )?(?:void|char|int|u?int\\d+_t|size_t|MPI_\\w+|long)[ *]*\\)");

  /** What an expression is about. */
  interface Scope {
    /** An argument of the call, a word that was added before, or a constant. */
    long value(String name);

    /** What an argument points to, at an index; without its name, 8 bytes. */
    long element(String name, long index);

    /** A call of a function of the capture library. */
    long call(String function, List<Formula> arguments);
  }

  abstract long evaluate(Scope scope);

  /** The name, if the expression is nothing but a name or a call. */
  String name() {
    return "";
  }

  /** The argument that is meant, if the expression is an array or a pointer. */
  String arrayName() {
    return name();
  }

  static Formula parse(String text) {
    return new Parser(CAST.matcher(text).replaceAll("")).whole();
  }

  private interface Evaluation {
    long in(Scope scope);
  }

  private static Formula of(String name, Evaluation evaluation) {
    return new Formula() {
      @Override
      long evaluate(Scope scope) {
        return evaluation.in(scope);
      }

      @Override
      String name() {
        return name;
      }
    };
  }

  private static final class Parser {
    private final List<String> tokens = new ArrayList<>();
    private int at;

    Parser(String text) {
      Matcher matcher = TOKEN.matcher(text);
      int end = 0;
      while (matcher.find() && matcher.start() == end) {
        tokens.add(matcher.group(1));
        end = matcher.end();
      }
      if (!text.substring(end).isBlank()) {
        throw new IllegalArgumentException("not understood: " + text);
      }
    }

    Formula whole() {
      Formula formula = condition();
      if (at < tokens.size()) {
        throw new IllegalArgumentException("not understood: " + tokens);
      }
      return formula;
    }

    private boolean take(String token) {
      boolean there = at < tokens.size() && tokens.get(at).equals(token);
      at += there ? 1 : 0;
      return there;
    }

    private Formula condition() {
      Formula test = comparison();
      if (!take("?")) {
        return test;
      }
      Formula yes = condition();
      if (!take(":")) {
        throw new IllegalArgumentException("a condition without a second value");
      }
      Formula no = condition();
      return of("", s -> test.evaluate(s) != 0 ? yes.evaluate(s) : no.evaluate(s));
    }

    private Formula comparison() {
      Formula left = sum();
      if (take("==")) {
        Formula right = sum();
        return of("", s -> left.evaluate(s) == right.evaluate(s) ? 1 : 0);
      } else if (take("!=")) {
        Formula right = sum();
        return of("", s -> left.evaluate(s) != right.evaluate(s) ? 1 : 0);
      } else if (take(">")) {
        Formula right = sum();
        return of("", s -> left.evaluate(s) > right.evaluate(s) ? 1 : 0);
      } else if (take("&&")) {
        Formula right = comparison();
        return of("", s -> left.evaluate(s) != 0 && right.evaluate(s) != 0 ? 1 : 0);
      }
      return left;
    }

    private Formula sum() {
      Formula left = product();
      while (take("+")) {
        Formula first = left;
        Formula right = product();
        left = of("", s -> first.evaluate(s) + right.evaluate(s));
      }
      return left;
    }

    private Formula product() {
      Formula left = unary();
      while (take("*")) {
        Formula first = left;
        Formula right = unary();
        left = of("", s -> first.evaluate(s) * right.evaluate(s));
      }
      return left;
    }

    private Formula unary() {
      if (take("*")) {
        Formula pointer = unary();
        return of("", s -> s.element(pointer.name(), 0));
      } else if (take("&")) {
        return unary();
      } else if (take("-")) {
        Formula value = unary();
        return of("", s -> -value.evaluate(s));
      }
      return primary();
    }

    private Formula primary() {
      if (take("(")) {
        Formula inner = condition();
        take(")");
        return inner;
      }
      String word = tokens.get(at++);
      if (take("(")) {
        return call(word);
      } else if (take("[")) {
        Formula index = condition();
        take("]");
        return of("", s -> s.element(word, index.evaluate(s)));
      } else if (word.startsWith("\"")) {
        return of("", s -> 0);
      } else if (word.matches("\\d+")) {
        long number = Long.parseLong(word);
        return of("", s -> number);
      }
      return of(word, s -> s.value(word));
    }

    private Formula call(String function) {
      List<Formula> arguments = new ArrayList<>();
      while (!take(")")) {
        arguments.add(condition());
        take(",");
      }
      Formula call = of(function, s -> s.call(function, arguments));
      return new Formula() {
        @Override
        long evaluate(Scope scope) {
          return call.evaluate(scope);
        }

        @Override
        String name() {
          return function;
        }

        @Override
        String arrayName() {
          return arguments.isEmpty() ? "" : arguments.get(0).arrayName();
        }
      };
    }
  }
}
