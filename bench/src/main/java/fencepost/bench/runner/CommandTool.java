package fencepost.bench.runner;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A tool that is started by commands and whose reports are read from what it prints. */
public final class CommandTool implements Tool {
  private static final Pattern COLOUR = Pattern.compile("\\x1b\\[[0-9;]*m");

  private final Adapter adapter;
  private final long timeoutSeconds;
  private final Pattern report;
  private final Pattern place;

  public CommandTool(Adapter adapter, long timeoutSeconds) {
    this.adapter = adapter;
    this.timeoutSeconds = timeoutSeconds;
    this.report = Pattern.compile(adapter.report(), Pattern.DOTALL);
    this.place = Pattern.compile(adapter.place());
  }

  @Override
  public String name() {
    return adapter.name();
  }

  @Override
  public Verdict examine(Case given, Path work) {
    try {
      if (!adapter.compile().isEmpty()) {
        Process compiler = start(words(adapter.compile(), given, work), work, "compiler.out");
        if (!compiler.waitFor(timeoutSeconds, TimeUnit.SECONDS) || compiler.exitValue() != 0) {
          return Verdict.failed("it does not compile: " + read(work.resolve("compiler.out")));
        }
      }
      Process tool = start(words(adapter.run(), given, work), work, "tool.out");
      if (!tool.waitFor(timeoutSeconds, TimeUnit.SECONDS)) {
        end(tool);
        return Verdict.timeout();
      }
      return Verdict.finished(races(given, work));
    } catch (IOException e) {
      return Verdict.failed(e.toString());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Verdict.failed("interrupted");
    }
  }

  /** The reports in what the tool has printed and written. */
  private List<List<SourceLine>> races(Case given, Path work) throws IOException {
    StringBuilder text = new StringBuilder(read(work.resolve("tool.out")));
    for (String file : adapter.output()) {
      text.append(read(work.resolve(file)));
    }
    List<List<SourceLine>> races = new ArrayList<>();
    for (Matcher one = report.matcher(COLOUR.matcher(text).replaceAll("")); one.find(); ) {
      races.add(places(given, one.group()));
    }
    return races;
  }

  /**
   * The places in a report that lie in the sources of the case, not in the tool's own wrappers. A
   * line without a file is one of the main source.
   */
  private List<SourceLine> places(Case given, String oneReport) {
    String main = given.source().toString();
    List<String> files =
        given.sources().stream().map(s -> SourceLine.of(s.toString(), 1).file()).toList();
    LinkedHashSet<SourceLine> places = new LinkedHashSet<>();
    for (Matcher at = place.matcher(oneReport); at.find(); ) {
      String file = at.group("file");
      SourceLine found =
          SourceLine.of(file == null ? main : file, Integer.parseInt(at.group("line")));
      if (files.contains(found.file())) {
        places.add(found);
      }
    }
    return List.copyOf(places);
  }

  private static List<String> words(List<String> template, Case given, Path work) {
    List<String> words = new ArrayList<>();
    for (String word : template) {
      if (word.equals("{sources}")) {
        given.sources().forEach(s -> words.add(s.toAbsolutePath().toString()));
      } else {
        words.add(
            word.replace("{program}", work.resolve("program").toString())
                .replace("{processes}", Integer.toString(given.processes()))
                .replace("{work}", work.toString()));
      }
    }
    return words;
  }

  private static Process start(List<String> command, Path work, String output) throws IOException {
    return new ProcessBuilder(command)
        .directory(work.toFile())
        .redirectErrorStream(true)
        .redirectOutput(work.resolve(output).toFile())
        .start();
  }

  /** Ends a tool and what it has started. */
  private static void end(Process tool) throws InterruptedException {
    List<ProcessHandle> started = tool.descendants().toList();
    tool.destroy();
    tool.waitFor(5, TimeUnit.SECONDS);
    started.forEach(ProcessHandle::destroyForcibly);
    tool.destroyForcibly();
  }

  private static String read(Path file) throws IOException {
    return Files.exists(file) ? Files.readString(file) : "";
  }
}
