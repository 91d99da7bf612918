package fencepost.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** One of the commands that clang or flang starts to do what it is asked to do. */
record DriverJob(List<String> words) {
  private static final Pattern WORD = Pattern.compile("\"((?:\\\\.|[^\"\\\\])*)\"");

  /** The jobs in what clang prints if it is asked to print them instead ({@code -###}). */
  static List<DriverJob> parse(String output) {
    List<DriverJob> jobs = new ArrayList<>();
    output.lines().filter(line -> line.startsWith(" \"")).map(DriverJob::line).forEach(jobs::add);
    return jobs;
  }

  private static DriverJob line(String line) {
    List<String> words = new ArrayList<>();
    for (Matcher m = WORD.matcher(line); m.find(); ) {
      words.add(m.group(1).replaceAll("\\\\(.)", "$1"));
    }
    return new DriverJob(words);
  }

  /** Whether it makes an object of a source file. */
  boolean compiles() {
    return (words.contains("-cc1") || isFortran()) && words.contains("-emit-obj");
  }

  /** Whether it makes preprocessed text of a source file. */
  boolean preprocesses() {
    return words.contains("-cc1") && words.contains("-E") && words.contains("-o");
  }

  /** Whether it is the compiler proper of flang. */
  boolean isFortran() {
    return words.contains("-fc1");
  }

  /** Whether it is the linker. */
  boolean links() {
    return !words.get(1).startsWith("-cc1")
        && words.get(0).matches(".*ld(\\.\\w+)?|.*/(ld|mold)[^/]*");
  }

  Path output() {
    return Path.of(words.get(words.lastIndexOf("-o") + 1));
  }

  /** The same that writes what comes out to another file. */
  DriverJob writing(Path file) {
    List<String> changed = new ArrayList<>(words);
    changed.set(changed.lastIndexOf("-o") + 1, file.toString());
    return new DriverJob(changed);
  }

  /** The same that writes the module of a source file of C or C++ to a file, as it is made. */
  DriverJob emittingModule(Path module) {
    List<String> changed = new ArrayList<>(writing(module).words);
    changed.set(changed.indexOf("-emit-obj"), "-emit-llvm-bc");
    return new DriverJob(changed).with("-disable-llvm-passes", "-disable-O0-optnone");
  }

  /** The same that makes its object of such a module, as fast as can be. */
  DriverJob reading(Path module) {
    List<String> changed = new ArrayList<>(words);
    changed.set(changed.lastIndexOf("-x") + 1, "ir");
    changed.set(changed.size() - 1, module.toString());
    changed.add(changed.lastIndexOf("-x"), "-O0");
    return new DriverJob(changed);
  }

  /** The same that writes its module as text to a file. */
  DriverJob emitting(Path module) {
    List<String> changed = new ArrayList<>(words);
    changed.set(changed.indexOf("-emit-obj"), "-emit-llvm");
    return new DriverJob(changed).writing(module);
  }

  /** The same that looks for modules and included files in a directory before some others. */
  DriverJob searching(Path directory, List<String> others) {
    List<String> changed = new ArrayList<>(words);
    int at = 2;
    while (at < words.size()
        && !(words.get(at).equals("-I") && others.contains(words.get(at + 1)))) {
      at++;
    }
    changed.addAll(at < words.size() ? at : 2, List.of("-I", directory.toString()));
    return new DriverJob(changed);
  }

  DriverJob with(String... added) {
    List<String> more = new ArrayList<>(words);
    more.addAll(2, List.of(added));
    return new DriverJob(more);
  }
}
