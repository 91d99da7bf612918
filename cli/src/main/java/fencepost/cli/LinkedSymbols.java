package fencepost.cli;

import fencepost.program.pointsto.Surroundings;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What code without bitcode, which is linked into a program, has to do with it. */
final class LinkedSymbols {
  /** Libraries that start no remote access. */
  private static final Pattern LIBRARY =
      Pattern.compile(
          "(lib(c|m|stdc\\+\\+|c\\+\\+|gcc_s|gcc|gcc_eh|pthread|dl|rt|atomic|gomp|omp|mvec"
              + "|FortranRuntime|FortranDecimal)"
              + "|ld-linux.*|libc_nonshared|S?crt\\w*)\\.(so[.\\d]*|a|o)");

  private static final Pattern SYMBOL = Pattern.compile("[0-9a-f]* +([A-Za-z]) ([^@\\s]+).*");

  /** Those of shared libraries, by their files and when these were changed: programs share them. */
  private static final Map<List<Object>, LinkedSymbols> SHARED = new ConcurrentHashMap<>();

  private final Set<String> defined = new HashSet<>();
  private final Set<String> used = new HashSet<>();

  private LinkedSymbols(List<Path> objects, List<Path> sharedLibraries) {
    read(List.of("nm"), objects);
    LinkedSymbols shared = ofShared(sharedLibraries);
    defined.addAll(shared.defined);
    used.addAll(shared.used);
  }

  private LinkedSymbols(List<Path> sharedLibraries) {
    read(List.of("nm", "-D"), sharedLibraries);
  }

  private static LinkedSymbols ofShared(List<Path> libraries) {
    List<Object> key = new ArrayList<>(libraries);
    libraries.forEach(library -> key.add(library.toFile().lastModified()));
    return SHARED.computeIfAbsent(key, unknown -> new LinkedSymbols(libraries));
  }

  private void read(List<String> command, List<Path> files) {
    if (files.isEmpty()) {
      return;
    }
    List<String> words = new ArrayList<>(command);
    files.forEach(file -> words.add(file.toString()));
    for (String line : Shell.run(words).output().lines().toList()) {
      Matcher symbol = SYMBOL.matcher(line);
      if (symbol.matches()) {
        boolean undefined = "Uwv".contains(symbol.group(1));
        (undefined ? used : defined).add(symbol.group(2));
      }
    }
  }

  /** What surrounds the objects that carry bitcode. */
  static Surroundings surroundings(
      DriverJob job, LinkedFiles linked, Set<LinkedFiles.Member> visible) {
    List<Path> libraryObjects = new ArrayList<>();
    List<Path> otherObjects = new ArrayList<>();
    for (LinkedFiles.Member member : linked.objects()) {
      Path from = member.archive() == null ? member.content() : member.archive();
      String name = from.getFileName().toString();
      if (!visible.contains(member)) {
        (LIBRARY.matcher(name).matches() ? libraryObjects : otherObjects).add(member.content());
      }
    }
    otherObjects.removeIf(object -> object.getFileName().toString().equals("linker-options"));
    if (!otherObjects.isEmpty()) {
      System.err.printf(
          "fencepost: objects without bitcode stay as they are: %s%s%n",
          otherObjects.get(0),
          otherObjects.size() == 1 ? "" : " and " + (otherObjects.size() - 1) + " more");
    }
    List<Path> libraries = new ArrayList<>();
    List<Path> others = new ArrayList<>();
    for (Path library : linked.sharedLibraries()) {
      boolean known = LIBRARY.matcher(library.getFileName().toString()).matches();
      (known ? libraries : others).add(library);
    }
    LinkedSymbols ofLibraries = new LinkedSymbols(libraryObjects, libraries);
    LinkedSymbols ofOthers = new LinkedSymbols(otherObjects, others);
    Set<String> libraryFunctions = new HashSet<>(ofLibraries.defined);
    libraryFunctions.removeAll(ofOthers.defined);
    boolean shared = job.words().contains("-shared");
    return new Surroundings(
        libraryFunctions,
        ofLibraries.used,
        ofOthers.used,
        ofOthers.definedOutsideOfModels(),
        shared || isOpen(job),
        shared);
  }

  /** Functions of programming models have a second name, with a P, under which tools call them. */
  private Set<String> definedOutsideOfModels() {
    Set<String> outside = new HashSet<>(defined);
    outside.removeIf(name -> defined.contains("P" + name) || defined.contains("p" + name));
    return outside;
  }

  /** Whether others may look up names in it when it runs. */
  private static boolean isOpen(DriverJob job) {
    Set<String> words = Set.copyOf(job.words());
    return words.contains("-export-dynamic")
        || words.contains("--export-dynamic")
        || words.contains("-E");
  }
}
