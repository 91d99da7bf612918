package fencepost.cli;

import fencepost.program.instrument.Explanation;
import fencepost.program.instrument.FastProgram;
import fencepost.program.llvm.LlvmException;
import fencepost.program.llvm.ObjectSections;
import fencepost.program.pointsto.Surroundings;
import fencepost.trace.OwnedDirectory;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Links a program of objects that carry bitcode: the linker says what belongs to the program, each
 * such object is replaced by its instrumented twin, and the linker does it again.
 */
final class FastLink {
  private final DriverJob job;
  private final boolean explain;
  private final boolean threads;

  FastLink(DriverJob job, boolean explain, boolean threads) {
    this.job = job;
    this.explain = explain;
    this.threads = threads;
  }

  int run() {
    try {
      try (OwnedDirectory work = OwnedDirectory.create("link")) {
        return run(work.path());
      }
    } catch (IOException e) {
      throw new ToolFailure(ExitCode.TOOL_FAILED, FileTrouble.describe(e));
    }
  }

  private int run(Path work) throws IOException {
    LinkedFiles linked = LinkedFiles.of(job, work);
    if (linked == null) {
      return Shell.runHere(job.words()); // it will say what is wrong
    }
    List<FastProgram.Unit> units = new ArrayList<>();
    Map<LinkedFiles.Member, Path> instrumented = new LinkedHashMap<>();
    for (LinkedFiles.Member member : linked.objects()) {
      Map<String, byte[]> sections = ObjectSections.read(member.content(), ".fencepost.");
      byte[] bitcode = sections.get(FastCompiler.BITCODE);
      if (bitcode != null) {
        Path object = work.resolve(units.size() + "-" + member.name());
        units.add(new FastProgram.Unit(member.toString(), bitcode, command(sections), object));
        instrumented.put(member, object);
      }
    }
    if (units.isEmpty()) {
      return Shell.runHere(job.words());
    }
    Surroundings surroundings = LinkedSymbols.surroundings(job, linked, instrumented.keySet());
    try (FastProgram program =
        new FastProgram(units, explain ? null : new KeptObjects(), threads)) {
      Explanation explanation = program.instrument(surroundings);
      if (program.isTooLarge()) {
        System.err.println(
            "fencepost: too many pointers to follow them all; every load and store is checked");
      }
      if (explain) {
        System.err.print(explanation.text());
      }
    } catch (LlvmException e) {
      throw new ToolFailure(
          ExitCode.TOOL_FAILED,
          "fast instrumentation (compile with --universal to do without): " + e.getMessage());
    }
    Path mark = Files.writeString(work.resolve("mark"), "fast\n");
    instrumented.values().parallelStream().forEach(object -> keepMemoryFunctions(object, mark));
    return Shell.runHere(replaced(instrumented, work));
  }

  private static List<String> command(Map<String, byte[]> sections) {
    byte[] words = Objects.requireNonNull(sections.get(FastCompiler.COMMAND));
    return List.of(new String(words, StandardCharsets.UTF_8).split("\0"));
  }

  /**
   * Copying is instrumented where the program does it; what the compiler made of that must not be
   * redirected to the functions that record it. The program is marked if it lacks what only threads
   * can reach.
   */
  private void keepMemoryFunctions(Path object, Path mark) {
    List<String> command = new ArrayList<>(List.of("objcopy"));
    if (!threads) {
      command.addAll(List.of("--add-section", ProgramFile.FAST + "=" + mark));
    }
    for (String function : List.of("memcpy", "memmove", "memset")) {
      command.addAll(List.of("--redefine-sym", function + "=__real_" + function));
    }
    command.add(object.toString());
    Shell.Result result = Shell.run(command);
    if (result.exitCode() != 0) {
      throw new ToolFailure(ExitCode.TOOL_FAILED, result.output());
    }
  }

  // ---- the second time ----

  private List<String> replaced(Map<LinkedFiles.Member, Path> instrumented, Path work)
      throws IOException {
    List<String> words = new ArrayList<>();
    for (String word : job.words()) {
      words.add(replacement(word, instrumented, work));
    }
    return words;
  }

  private static String replacement(
      String word, Map<LinkedFiles.Member, Path> instrumented, Path work) throws IOException {
    for (Map.Entry<LinkedFiles.Member, Path> entry : instrumented.entrySet()) {
      LinkedFiles.Member member = entry.getKey();
      Path archive = member.archive();
      if (archive == null && member.content().equals(Path.of(word))) {
        return entry.getValue().toString();
      } else if (archive != null && names(word, archive)) {
        return archive(archive, instrumented, work).toString();
      }
    }
    return word;
  }

  /** Whether a word of the linker's command stands for a library. */
  private static boolean names(String word, Path archive) {
    String file = archive.getFileName().toString();
    return Path.of(word).equals(archive)
        || ("lib" + word.replaceFirst("^-l", "") + ".a").equals(file)
        || word.equals("-l:" + file);
  }

  /** A copy of a library with the instrumented objects in it. */
  private static Path archive(Path archive, Map<LinkedFiles.Member, Path> instrumented, Path work)
      throws IOException {
    Path copy = work.resolve(archive.getFileName());
    if (Files.exists(copy)) {
      return copy;
    }
    Files.copy(archive, copy);
    Path members = Files.createTempDirectory(work, "members-");
    List<String> command = new ArrayList<>(List.of("ar", "r", copy.toString()));
    for (Map.Entry<LinkedFiles.Member, Path> entry : instrumented.entrySet()) {
      if (archive.equals(entry.getKey().archive())) {
        Path member = members.resolve(entry.getKey().name());
        Files.move(entry.getValue(), member, StandardCopyOption.REPLACE_EXISTING);
        command.add(member.toString());
      }
    }
    Shell.Result result = Shell.run(command);
    if (result.exitCode() != 0) {
      throw new ToolFailure(ExitCode.TOOL_FAILED, result.output());
    }
    return copy;
  }
}
