package fencepost.cli;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What a compiler is asked to do, as far as it matters to us. */
final class CompilerArguments {
  private static final Set<String> FORTRAN_SUFFIXES =
      Set.of("f", "for", "ftn", "f77", "f90", "f95", "f03", "f08");
  private static final byte[] ELF = {0x7f, 'E', 'L', 'F'};

  private static final Set<String> OTHER_SUFFIXES =
      Set.of("c", "i", "C", "cc", "cp", "cpp", "CPP", "cxx", "c++", "ii");
  private static final Pattern HEADER = Pattern.compile(".*\\.(h|hh|hpp|hxx|H|h\\+\\+|tcc)");
  private static final Set<String> TAKES_VALUE =
      Set.of(
          ("-o -x -I -L -D -U -l -A -B -G -J -T -e -h -u -z -include -imacros -isystem -iquote"
                  + " -idirafter -iprefix -iwithprefix -iwithprefixbefore -isysroot --sysroot"
                  + " -MF -MT -MQ -MJ -Xlinker -Xassembler -Xpreprocessor -Xclang -Xopenmp-target"
                  + " -mllvm --param -target -arch -rpath -aux-info -dumpbase -dumpbase-ext -dumpdir"
                  + " -wrapper --serialize-diagnostics --config")
              .split(" "));
  private static final Set<String> STOPS_BEFORE_LINKING =
      Set.of("-c", "-S", "-E", "-M", "-MM", "-fsyntax-only", "--precompile", "-emit-ast");
  private static final Pattern ONLY_ASKS =
      Pattern.compile(
          "--version|--help.*|--target-help|-dumpversion|-dumpfullversion|-dumpmachine|-dumpspecs"
              + "|--?print-.*|--?show.*|-compile[-_]info|-link[-_]info");

  /** What may decide which headers are included. */
  private static final Pattern FOR_PREPROCESSOR =
      Pattern.compile(
          "-[IDU].+|-include.+|-imacros.+|-i(system|quote|dirafter|sysroot).+|--sysroot=.+"
              + "|-std=.*|-ansi|-[fmO].*|-pthread|-nostdinc.*|-target=.*");

  private static final Set<String> FOR_PREPROCESSOR_WITH_VALUE =
      Set.of(
          ("-I -D -U -include -imacros -isystem -iquote -idirafter -iprefix -iwithprefix"
                  + " -iwithprefixbefore -isysroot --sysroot -target -x")
              .split(" "));

  /** What clang may not have all it needs for, or what wants a certain compiler. */
  private static final Pattern WANTS_ITS_COMPILER =
      Pattern.compile(
          "-fopenmp.*|-fopenacc.*|-flto.*|-fsanitize.*|-fprofile.*|-pg|--coverage|-fplugin.*"
              + "|-fuse-ld=.*|-m32|-x|-save-temps.*|--?specs=.*");

  private static final Pattern DIRECTIVE =
      Pattern.compile(
          "^\\s*(#\\s*pragma\\s+omp|[!c*]\\$omp)\\b", Pattern.MULTILINE | Pattern.CASE_INSENSITIVE);

  /** By this name, configure scripts ask their hundreds of questions, optimised by default. */
  private static final Pattern QUESTION = Pattern.compile("(.*/)?conftest\\.\\w+");

  private static final Pattern MODULE_DIRECTORY = Pattern.compile("-(?:I|J|module-dir)(.*)");
  private static final String FORTRAN_LIBRARIES =
      "(mpi_mpifh|mpi_usempi|mpichf|mpifort|fmpich|fmpi)\\w*";
  private static final Pattern FORTRAN_LIBRARY =
      Pattern.compile("(-l|(.*/)?lib)" + FORTRAN_LIBRARIES + "(\\..*)?");
  private static final Pattern NEEDED_FORTRAN_LIBRARY =
      Pattern.compile("NEEDED.*\\[(lib" + FORTRAN_LIBRARIES + "\\..*)]");

  /** Libraries that have nothing to do with MPI, OpenSHMEM or GASPI. */
  private static final Set<String> WITHOUT_MODEL =
      Set.of(
          "m", "c", "pthread", "gomp", "omp", "iomp5", "rt", "dl", "stdc++", "atomic", "gfortran");

  private static final Pattern OF_MODEL =
      Pattern.compile("\\bU (P?MPI_|p?mpi_|ompi_|p?shmem|p?gaspi_)", Pattern.CASE_INSENSITIVE);

  private final List<String> all;
  private final List<String> inputs = new ArrayList<>();

  private CompilerArguments(List<String> all) {
    this.all = all;
    for (int i = 0; i < all.size(); i++) {
      String argument = all.get(i);
      if (TAKES_VALUE.contains(argument)) {
        i++;
      } else if (!argument.startsWith("-") || argument.equals("-")) {
        inputs.add(argument);
      }
    }
  }

  static CompilerArguments of(List<String> arguments) {
    return new CompilerArguments(expand(arguments));
  }

  /** The files that are compiled or linked. */
  List<String> inputs() {
    return inputs;
  }

  /** The options that may decide which headers are included. */
  List<String> preprocessing() {
    List<String> options = new ArrayList<>();
    for (int i = 0; i < all.size(); i++) {
      if (!TAKES_VALUE.contains(all.get(i))) {
        options.addAll(
            FOR_PREPROCESSOR.matcher(all.get(i)).matches() ? List.of(all.get(i)) : List.of());
      } else if (++i < all.size() && FOR_PREPROCESSOR_WITH_VALUE.contains(all.get(i - 1))) {
        options.addAll(all.subList(i - 1, i + 1));
      }
    }
    return options;
  }

  /** Where modules of the program are looked for. */
  List<Path> moduleDirectories() {
    List<Path> directories = new ArrayList<>(List.of(Path.of(".")));
    for (int i = 0; i < all.size(); i++) {
      Matcher named = MODULE_DIRECTORY.matcher(all.get(i));
      if (named.matches() && !named.group(1).isEmpty()) {
        directories.add(Path.of(named.group(1)));
      } else if (named.matches() && i + 1 < all.size()) {
        directories.add(Path.of(all.get(i + 1)));
      }
    }
    return directories;
  }

  /** Whether a program comes out, to which the runtime belongs. */
  boolean makesProgram() {
    return links() && !makesSharedLibrary() && !all.contains("-r");
  }

  /**
   * Whether a program comes out, and nothing but its sources can use a programming model: no object
   * calls one, and no library does.
   */
  boolean showWholeProgram() {
    List<String> names = new ArrayList<>(List.of("nm", "-u"));
    objects().forEach(object -> names.add(object.toString()));
    return makesProgram()
        && inputs.stream().allMatch(input -> isSource(input) || input.matches(".*\\.(o|a)"))
        && WITHOUT_MODEL.containsAll(valuesOf("-l"))
        && (names.size() == 2 || !OF_MODEL.matcher(Shell.run(names).output()).find());
  }

  /** Whether a shared library comes out: it finds the runtime in the program that loads it. */
  boolean makesSharedLibrary() {
    return links() && all.contains("-shared");
  }

  /** Whether C or C++ is compiled so that it is fast, and by whatever compiler. */
  boolean compileToBeFast() {
    List<String> sources = inputs.stream().filter(CompilerArguments::isSource).toList();
    return optimize()
        && !sources.isEmpty()
        && sources.stream().noneMatch(CompilerArguments::isFortran)
        && sources.stream().noneMatch(source -> QUESTION.matcher(source).matches())
        && (links() || all.contains("-c"))
        && all.stream().noneMatch(argument -> WANTS_ITS_COMPILER.matcher(argument).matches());
  }

  private boolean optimize() {
    String level = "-O0";
    for (String argument : all) {
      level = argument.matches("-O(\\w*)") ? argument : level;
    }
    return !level.matches("-O(0|g)");
  }

  /** Whether directives of OpenMP mean something, so that its runtime library is needed. */
  boolean useOpenMp() {
    return all.stream().anyMatch(argument -> argument.matches("-fopenmp(=.*)?"));
  }

  /** Whether a source file has directives of OpenMP. */
  static boolean hasDirectivesOfOpenMp(String source) {
    try {
      String text = Files.readString(Path.of(source), StandardCharsets.ISO_8859_1);
      return DIRECTIVE.matcher(text).find();
    } catch (IOException e) {
      return false; // the compiler will say what is wrong with it
    }
  }

  /** Whether no linker is started, or one that keeps the pieces for another. */
  boolean stopBeforeLinking() {
    return !links() || all.contains("-r");
  }

  /** Whether another linker is asked for than the one that the compiler finds. */
  boolean nameLinker() {
    return all.stream().anyMatch(argument -> argument.startsWith("-fuse-ld="));
  }

  private boolean links() {
    boolean something =
        inputs.stream().anyMatch(input -> !HEADER.matcher(input).matches())
            || all.stream().anyMatch(argument -> argument.startsWith("-l"));
    return something
        && all.stream().noneMatch(STOPS_BEFORE_LINKING::contains)
        && all.stream().noneMatch(argument -> ONLY_ASKS.matcher(argument).matches());
  }

  /** Whether Fortran code that calls MPI may be among what is linked. */
  boolean mentionFortran() {
    return inputs.stream().anyMatch(CompilerArguments::isFortran)
        || all.stream().anyMatch(argument -> FORTRAN_LIBRARY.matcher(argument).matches());
  }

  /** The Fortran libraries of MPI that the linked shared libraries are linked with. */
  List<String> neededFortranLibraries() {
    List<String> command = new ArrayList<>(List.of("readelf", "-d"));
    sharedLibraries().forEach(library -> command.add(library.toString()));
    return command.size() == 2
        ? List.of()
        : NEEDED_FORTRAN_LIBRARY
            .matcher(Shell.run(command).output())
            .results()
            .map(result -> result.group(1))
            .distinct()
            .toList();
  }

  private List<Path> sharedLibraries() {
    List<Path> candidates = new ArrayList<>();
    inputs.stream()
        .filter(i -> i.matches(".*\\.so(\\.\\d+)*"))
        .map(Path::of)
        .forEach(candidates::add);
    for (String directory : valuesOf("-L")) {
      valuesOf("-l").forEach(l -> candidates.add(Path.of(directory, "lib" + l + ".so")));
    }
    return candidates.stream().filter(Files::isRegularFile).toList();
  }

  /** What follows an option, in the same word or the next. */
  private List<String> valuesOf(String option) {
    List<String> values = new ArrayList<>();
    for (int i = 0; i < all.size(); i++) {
      if (all.get(i).equals(option) && i + 1 < all.size()) {
        values.add(all.get(i + 1));
      } else if (all.get(i).startsWith(option) && !all.get(i).equals(option)) {
        values.add(all.get(i).substring(option.length()));
      }
    }
    return values;
  }

  /** The objects and static libraries that are linked, as far as they are there. */
  List<Path> objects() {
    List<Path> candidates = new ArrayList<>();
    inputs.stream().filter(i -> i.matches(".*\\.(o|lo|a)")).map(Path::of).forEach(candidates::add);
    for (String directory : valuesOf("-L")) {
      valuesOf("-l").forEach(l -> candidates.add(Path.of(directory, "lib" + l + ".a")));
    }
    return candidates.stream().filter(Files::isRegularFile).toList();
  }

  boolean askForDebugInformation() {
    return all.stream().anyMatch(argument -> argument.matches("-g(\\d|gdb.*|dwarf.*)?"));
  }

  static boolean isSource(String file) {
    return (OTHER_SUFFIXES.contains(suffix(file)) || isFortran(file)) && !isExecutable(file);
  }

  /** Programs are sometimes called like a source file: {@code cg.F} of a code in Fortran. */
  private static boolean isExecutable(String file) {
    Path path = Path.of(file);
    return Files.isRegularFile(path) && Files.isExecutable(path) && beginsAsElf(path);
  }

  private static boolean beginsAsElf(Path path) {
    try (InputStream in = Files.newInputStream(path)) {
      return Arrays.equals(in.readNBytes(ELF.length), ELF);
    } catch (IOException e) {
      return false;
    }
  }

  static boolean isPreprocessed(String file) {
    return suffix(file).matches("ii?");
  }

  static boolean isFortran(String file) {
    return FORTRAN_SUFFIXES.contains(suffix(file).toLowerCase(Locale.ROOT));
  }

  static String suffix(String file) {
    int dot = file.lastIndexOf('.');
    return dot < 0 ? "" : file.substring(dot + 1);
  }

  // ---- response files ----

  private static final Pattern WORD =
      Pattern.compile("(?:\"(?:\\\\.|[^\"\\\\])*\"|'(?:\\\\.|[^'\\\\])*'|\\\\.|[^\\s\"'\\\\])+");

  /** Puts the contents of {@code @file} in its place, as compilers and linkers do. */
  static List<String> expand(List<String> arguments) {
    return expand(arguments, 0);
  }

  private static List<String> expand(List<String> arguments, int depth) {
    List<String> result = new ArrayList<>();
    for (String argument : arguments) {
      Path file = Path.of(argument.startsWith("@") ? argument.substring(1) : "");
      if (argument.length() > 1 && argument.startsWith("@") && Files.isReadable(file)) {
        result.addAll(depth < 10 ? expand(words(file), depth + 1) : List.of());
      } else {
        result.add(argument);
      }
    }
    return result;
  }

  private static List<String> words(Path file) {
    List<String> words = new ArrayList<>();
    try {
      Matcher matcher = WORD.matcher(Files.readString(file));
      while (matcher.find()) {
        words.add(matcher.group().replaceAll("[\"']", "").replaceAll("\\\\(.)", "$1"));
      }
    } catch (IOException e) {
      // The compiler will say what is wrong with it.
    }
    return words;
  }
}
