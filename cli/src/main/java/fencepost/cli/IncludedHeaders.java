package fencepost.cli;

import fencepost.trace.Model;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The headers that source files include, as the preprocessor finds them: through other headers, in
 * directories that the compiler is told of, and where conditions hold. Headers that are not
 * installed count too, because the testbed has them.
 */
final class IncludedHeaders {
  private static final Pattern SHMEM = Pattern.compile("(.*/)?p?shmemx?\\.h");
  private static final Pattern GASPI = Pattern.compile("(.*/)?P?GASPI(_Ext)?\\.h");
  private static final Pattern MPI = Pattern.compile("(.*/)?mpi\\.h");

  /** A call, or a module of Fortran: also without a header, as configure scripts do it. */
  private static final Pattern MENTIONED =
      Pattern.compile(
          "\\bp?mpi_|mpif\\.h|\\buse\\b.*\\bmpi|shmem_|gaspi_", Pattern.CASE_INSENSITIVE);

  /** Where the text of a header begins in a preprocessed file. */
  private static final Pattern LINE_MARKER =
      Pattern.compile("^#(?:line)? \\d+ \"([^\"]+)\"", Pattern.MULTILINE);

  private static final Pattern BETWEEN_WORDS = Pattern.compile("(\\\\\\R|\\s)+");

  private IncludedHeaders() {}

  /**
   * The model whose header is among them; null if none of them is.
   *
   * @param options what the preprocessor is told
   * @param compilers the command that starts the compiler of a language
   */
  static @Nullable Model model(
      List<String> sources,
      List<String> options,
      Function<Toolchain.Language, List<String>> compilers) {
    List<String> headers = of(sources, options, compilers).toList();
    if (headers.stream().anyMatch(header -> SHMEM.matcher(header).matches())) {
      return Model.SHMEM;
    }
    if (headers.stream().anyMatch(header -> GASPI.matcher(header).matches())) {
      return Model.GASPI;
    }
    boolean mpi =
        headers.stream().anyMatch(header -> MPI.matcher(header).matches())
            || sources.stream().anyMatch(source -> mentionsModel(Path.of(source)));
    return mpi ? Model.MPI : null;
  }

  private static boolean mentionsModel(Path source) {
    try {
      return MENTIONED.matcher(Files.readString(source, StandardCharsets.ISO_8859_1)).find();
    } catch (IOException e) {
      return true; // the compiler will say what is wrong with it
    }
  }

  /** Whether one of the source files, or a header that they include, has such a text. */
  static boolean mention(
      Pattern text,
      List<String> sources,
      List<String> options,
      Function<Toolchain.Language, List<String>> compilers) {
    return Stream.concat(sources.stream(), of(sources, options, compilers))
        .distinct()
        .map(Path::of)
        .filter(Files::isRegularFile)
        .anyMatch(file -> mentions(file, text));
  }

  private static boolean mentions(Path file, Pattern text) {
    try {
      return text.matcher(Files.readString(file, StandardCharsets.ISO_8859_1)).find();
    } catch (IOException e) {
      return false; // the compiler will say what is wrong with it
    }
  }

  private static Stream<String> of(
      List<String> sources,
      List<String> options,
      Function<Toolchain.Language, List<String>> compilers) {
    Map<Toolchain.Language, List<String>> byLanguage =
        sources.stream()
            .filter(source -> !CompilerArguments.isFortran(source)) // has MPI only
            .filter(source -> Files.isRegularFile(Path.of(source)))
            .collect(
                Collectors.groupingBy(Toolchain.Language::of, TreeMap::new, Collectors.toList()));
    return byLanguage.entrySet().stream()
        .flatMap(entry -> of(entry.getValue(), options, compilers.apply(entry.getKey())));
  }

  private static Stream<String> of(
      List<String> sources, List<String> options, List<String> compiler) {
    List<String> command = new ArrayList<>(compiler);
    command.addAll(options);
    command.addAll(List.of("-w", "-M", "-MG"));
    int first = command.size();
    Stream<String> preprocessed = Stream.empty();
    for (String source : sources) {
      if (CompilerArguments.isPreprocessed(source)) {
        preprocessed = Stream.concat(preprocessed, ofPreprocessed(Path.of(source)));
      } else {
        command.add(source);
      }
    }
    return command.size() == first
        ? preprocessed
        : Stream.concat(preprocessed, BETWEEN_WORDS.splitAsStream(Shell.ask(command).output()));
  }

  private static Stream<String> ofPreprocessed(Path source) {
    try {
      String text = Files.readString(source, StandardCharsets.ISO_8859_1);
      return LINE_MARKER.matcher(text).results().map(marker -> marker.group(1));
    } catch (IOException e) {
      return Stream.empty(); // the compiler will say what is wrong with it
    }
  }
}
