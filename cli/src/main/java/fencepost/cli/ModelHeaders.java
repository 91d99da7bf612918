package fencepost.cli;

import fencepost.trace.Model;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The headers of the testbeds: a program that is not run needs no library of its programming model.
 */
final class ModelHeaders {
  private ModelHeaders() {}

  /** Puts those of a model into a directory; returns the options to find them. */
  static List<String> options(Model model, Path work) throws IOException {
    if (model == Model.MPI) {
      return List.of();
    }
    Path include = work.resolve("include");
    for (Map.Entry<String, String> file : files(model).entrySet()) {
      Path header = include.resolve(file.getKey());
      Files.createDirectories(header.getParent());
      Files.writeString(header, file.getValue());
    }
    return List.of("-I" + include);
  }

  /** What is in them. */
  static String text(Model model) {
    return files(model).toString();
  }

  private static Map<String, String> files(Model model) {
    Map<String, String> files = new TreeMap<>(Resources.below("testbed/" + model.id()));
    files.keySet().removeIf(name -> !name.endsWith(".h"));
    return files;
  }
}
