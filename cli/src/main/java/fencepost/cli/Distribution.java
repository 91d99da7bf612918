package fencepost.cli;

import fencepost.report.JsonReport;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;

/**
 * This build as a directory that runs wherever it lies, and packages of it. What stands in {@code
 * packaging} is copied, with the words between {@code @} filled in; the rest is made here.
 */
final class Distribution {
  /** What the tool uses of Java; others that its libraries could use are not needed. */
  private static final String MODULES =
      "java.base,java.logging,java.xml,java.management,jdk.management,jdk.httpserver,jdk.unsupported,jdk.zipfs";

  private static final List<String> DOCUMENTS =
      List.of("README.md", "LICENSE", "CHANGELOG.md", "docs", "examples");

  private final Path checkout;
  private final boolean runtime;
  private final Map<String, String> words = new LinkedHashMap<>();

  Distribution(Path checkout, boolean runtime) {
    this.checkout = checkout;
    this.runtime = runtime;
    boolean arm = NativeLibrary.ARCHITECTURE.equals("aarch64");
    words.put("VERSION", JsonReport.VERSION);
    words.put("ARCH", arm ? "aarch64" : "x86_64");
    words.put("DEB_ARCH", arm ? "arm64" : "amd64");
    words.put("NAME", fill("fencepost-@VERSION@-linux-@ARCH@") + (runtime ? "-java" : ""));
    words.put(
        "JAVA", runtime ? "" : "default-jre-headless (>= 2:1.17) | java17-runtime-headless, ");
  }

  /** Makes the directory in another one. */
  Path tree(Path work) throws IOException {
    Path tree = work.resolve(fill("@NAME@"));
    filled(checkout.resolve("packaging/tree"), tree);
    for (Toolchain.Language language : Toolchain.Language.values()) {
      Path link = tree.resolve("bin/fencepost-" + language.command());
      Files.createSymbolicLink(link, Path.of("fencepost"));
    }
    copy(Installation.code(), tree.resolve("lib/fencepost.jar"));
    copy(Installation.beside("llvm"), tree.resolve("lib/llvm"));
    write(ManPages.of(Main.commands()), tree.resolve("share/man/man1"));
    write(ShellCompletions.of(Main.commands()), tree.resolve("share"));
    for (String document : DOCUMENTS) {
      copy(checkout.resolve(document), tree.resolve("share/doc/fencepost").resolve(document));
    }
    if (runtime) {
      addRuntime(tree.resolve("runtime"));
    }
    return tree;
  }

  private static void addRuntime(Path runtime) {
    ToolProvider jlink =
        ToolProvider.findFirst("jlink")
            .orElseThrow(() -> ToolFailure.wrongUse("--runtime needs jlink, which a JDK has"));
    StringWriter said = new StringWriter();
    PrintWriter output = new PrintWriter(said);
    int exit =
        jlink.run(
            output,
            output,
            "--add-modules=" + MODULES,
            "--strip-debug",
            "--no-header-files",
            "--no-man-pages",
            "--output=" + runtime);
    if (exit != 0) {
      throw new ToolFailure(ExitCode.TOOL_FAILED, "jlink failed: " + said);
    }
    // The classes of Java itself are kept for the next start.
    run(List.of(runtime.resolve("bin/java").toString(), "-Xshare:dump"), runtime);
  }

  /** Writes the archive, and beside it the recipes, which name it and its checksum. */
  Path archive(Path tree, Path directory) throws IOException {
    Path archive = directory.resolve(fill("@NAME@.tar.gz"));
    run(
        List.of(
            "tar",
            "--sort=name",
            "--owner=0",
            "--group=0",
            "--numeric-owner",
            "-czf",
            archive.toAbsolutePath().toString(),
            fill("@NAME@")),
        tree.resolveSibling(""));
    words.put("SHA256", checksum(archive));
    filled(checkout.resolve("packaging/recipes"), directory.resolve("recipes"));
    return archive;
  }

  /** The same directory below {@code /usr/lib}, and links to it from where Debian looks. */
  Path debianPackage(Path tree, Path work, Path directory) throws IOException {
    Path root = work.resolve("deb");
    Path usr = root.resolve("usr");
    Path home = usr.resolve("lib/fencepost");
    copy(tree, home);
    Files.move(home.resolve("share"), usr.resolve("share"));
    try (Stream<Path> programs = Files.list(tree.resolve("bin"))) {
      for (Path program : programs.toList()) {
        String name = program.getFileName().toString();
        link(usr.resolve("bin").resolve(name), "../lib/fencepost/bin/" + name);
      }
    }
    link(usr.resolve("lib/cmake/Fencepost"), "../fencepost/lib/cmake/Fencepost");
    run(List.of("sh", "-c", "gzip -9n usr/share/man/man1/*.1"), root);
    words.put("SIZE", String.valueOf(size(usr) / 1024));
    filled(checkout.resolve("packaging/deb"), root.resolve("DEBIAN"));
    Path made = directory.resolve(fill("fencepost_@VERSION@_@DEB_ARCH@.deb"));
    // gzip, because the packages of today's other method are unknown to yesterday's dpkg.
    run(
        List.of(
            "dpkg-deb",
            "-Zgzip",
            "--root-owner-group",
            "--build",
            "deb",
            made.toAbsolutePath().toString()),
        work);
    return made;
  }

  private static void link(Path link, String target) throws IOException {
    Files.createDirectories(link.getParent());
    Files.createSymbolicLink(link, Path.of(target));
  }

  private static long size(Path directory) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      return files.filter(Files::isRegularFile).mapToLong(file -> file.toFile().length()).sum();
    }
  }

  private static String checksum(Path file) throws IOException {
    try (DigestInputStream in =
        new DigestInputStream(Files.newInputStream(file), MessageDigest.getInstance("SHA-256"))) {
      in.transferTo(OutputStream.nullOutputStream());
      return HexFormat.of().formatHex(in.getMessageDigest().digest());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void run(List<String> command, Path directory) {
    Shell.Result result = Shell.run(command, directory);
    if (result.exitCode() != 0) {
      throw new ToolFailure(
          ExitCode.TOOL_FAILED, command.get(0) + " failed: " + result.output().strip());
    }
  }

  // ---- files ----

  /** A text, or the name of a file, with the words of this package in it. */
  private String fill(String text) {
    String filled = text;
    for (Map.Entry<String, String> word : words.entrySet()) {
      filled = filled.replace("@" + word.getKey() + "@", word.getValue());
    }
    return filled;
  }

  /** Copies texts below a directory, with words filled in, also in their names. */
  private void filled(Path from, Path to) throws IOException {
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        Path copy = to.resolve(fill(from.relativize(file).toString()));
        Files.createDirectories(copy.getParent());
        Files.writeString(copy, fill(Files.readString(file)));
        Files.setPosixFilePermissions(copy, Files.getPosixFilePermissions(file));
      }
    }
  }

  private static void write(Map<String, String> files, Path directory) throws IOException {
    for (Map.Entry<String, String> file : files.entrySet()) {
      Path path = directory.resolve(file.getKey());
      Files.createDirectories(path.getParent());
      Files.writeString(path, file.getValue());
    }
  }

  /** Copies a file or a directory with its links, rights and times; returns the copy. */
  static Path copy(Path from, Path to) throws IOException {
    Files.createDirectories(to.toAbsolutePath().getParent());
    ToolFailure.require(
        Files.notExists(to, LinkOption.NOFOLLOW_LINKS), to + " is there; remove it first");
    run(
        List.of(
            "cp",
            "-a",
            "--no-preserve=ownership",
            from.toAbsolutePath().toString(),
            to.toAbsolutePath().toString()),
        Path.of("."));
    return to;
  }
}
