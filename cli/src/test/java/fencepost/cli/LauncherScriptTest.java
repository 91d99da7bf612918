package fencepost.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The script that starts the tool, in a checkout whose jar is what is being tested. */
class LauncherScriptTest {
  /** The line of the script that lists what the tool is built from. */
  private static final Pattern SOURCES = Pattern.compile("(?m)^sources=\\(pom.xml (.*)\\)$");

  private static final String PROGRAM =
      """
      #include <mpi.h>
      #include <stdio.h>
      #include <stdlib.h>
      int main(int argc, char **argv) {
        MPI_Init(&argc, &argv);
        printf("LC_ALL=%s, ours=%s\\n", getenv("LC_ALL"), getenv("FENCEPOST_LC_ALL"));
        MPI_Finalize();
        return 0;
      }
      """;

  @TempDir Path directory = Path.of("");
  private TestTool tool;

  @BeforeEach
  void start() throws IOException {
    checkout(directory.resolve("checkout"));
    tool = new TestTool(directory, TestToolchain.GCC_OPEN_MPI);
  }

  /** Makes a checkout that was just built. */
  static void checkout(Path checkout) throws IOException {
    Files.createDirectories(checkout.resolve("cli/target"));
    Matcher sources = SOURCES.matcher(Files.readString(Path.of("../packaging/build")));
    assertThat(sources.find()).isTrue();
    for (String folder : sources.group(1).split(" ")) {
      Files.createDirectories(checkout.resolve(folder));
    }
    Files.createFile(checkout.resolve("pom.xml"));
    for (String script : List.of("packaging/build", "packaging/tree/lib/launch")) {
      Files.createDirectories(checkout.resolve(script).getParent());
      Files.copy(Path.of("..", script), checkout.resolve(script));
    }
    Shell.script(checkout.resolve("fencepost"), Files.readString(Path.of("../fencepost")));
    writeJar(checkout.resolve("cli/target/fencepost.jar"));
  }

  /** The jar has nothing but the class path of this test. */
  private static void writeJar(Path jar) throws IOException {
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    manifest
        .getMainAttributes()
        .put(
            Attributes.Name.CLASS_PATH,
            Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .map(entry -> Path.of(entry).toUri().toString())
                .collect(Collectors.joining(" ")));
    new JarOutputStream(Files.newOutputStream(jar), manifest).close();
  }

  @Test
  void namesAreNamesInEveryLocaleAndTheProgramKeepsTheUsers() throws IOException {
    Files.writeString(directory.resolve("pr\u00f6g.c"), PROGRAM);
    String run = " checkout/fencepost run --launcher=env pr*.c 2>&1; echo exit $?";
    assertThat(tool.run("LC_ALL=C" + run))
        .contains("LC_ALL=C, ours=(null)", "no race found in pr\u00f6g.c", "exit 0");
    assertThat(tool.run("unset LC_ALL; LANG=POSIX" + run))
        .contains("LC_ALL=(null), ours=(null)", "exit 0");
  }

  @Test
  void argumentsThatAreNotUtf8AreRefusedRatherThanChanged() throws IOException {
    Files.writeString(directory.resolve("p.c"), PROGRAM);
    String last = "\"$(printf 'a\\377b')\" 2>&1; echo exit $?";
    assertThat(tool.run("checkout/fencepost run --launcher=env p.c " + last))
        .isEqualTo("fencepost: only UTF-8 can be passed on, not in: a\ufffdb\nexit 2\n");
  }

  @Test
  void aLimitOfAddressesIsRespectedOrExplained() throws IOException {
    String version = "checkout/fencepost run --version 2>&1; echo exit $?";
    assertThat(tool.run("ulimit -v 1500000; " + version)).contains("fencepost 1.", "exit 0");
    assertThat(tool.run("ulimit -v 500000; " + version))
        .isEqualTo(
            "fencepost: Java needs at least 1 GB of addresses, and the limit is 488 MB: raise it"
                + " (ulimit -v)\nexit 70\n");
  }

  @Test
  void helpDoesNotAct() throws IOException {
    for (String command : List.of("check --help", "fc --help", "bench check --help")) {
      assertThat(tool.run("checkout/fencepost " + command + " 2>&1"))
          .startsWith("Usage: fencepost")
          .doesNotContain("fetching", "installing");
    }
  }

  /** Nothing of LLVM is in this checkout. */
  @Test
  void wrongOptionsAreSaidBeforeAnythingIsFetched() throws IOException {
    for (String command : List.of("check --frob x.c", "bench check --frob", "check -n x y.c")) {
      assertThat(tool.run("checkout/fencepost " + command + " 2>&1; echo exit $?"))
          .startsWith("fencepost: ")
          .endsWith("exit 2\n")
          .hasLineCount(2)
          .doesNotContain("fetching", "installing");
    }
  }

  @Test
  void javaThatIsTooOldIsNamed() throws IOException {
    Path java = directory.resolve("jdk-11/bin/java");
    Files.createDirectories(java.getParent());
    Shell.script(java, "#!/bin/sh\necho started\n");
    Files.writeString(directory.resolve("jdk-11/release"), "JAVA_VERSION=\"11.0.2\"\n");
    String version = "JAVA_HOME=$PWD/jdk-11 checkout/fencepost --version 2>&1; echo exit $?";
    assertThat(tool.run(version))
        .isEqualTo(
            "fencepost: "
                + java
                + " is too old: a JDK or JRE 17 or newer is needed (JAVA_HOME names another"
                + " one)\nexit 70\n");
    Files.writeString(directory.resolve("jdk-11/release"), "JAVA_VERSION=\"21.0.2\"\n");
    assertThat(tool.run(version)).isEqualTo("started\nexit 0\n");
  }

  @Test
  void aCheckoutThatCannotBeWrittenIsUsedIfItWasBuilt() throws IOException {
    assumeTrue(
        Shell.run(List.of("unshare", "-m", "true")).exitCode() == 0, "needs to mount something");
    String readOnly =
        "unshare -m sh -c 'mount --bind checkout checkout && mount -o remount,ro,bind checkout"
            + " && checkout/fencepost --version' 2>&1; echo exit $?";
    Path source = directory.resolve("checkout/api/changed");
    Files.createFile(source);
    assertThat(tool.run(readOnly)).contains("fencepost 1.", "exit 0");
    Files.delete(directory.resolve("checkout/cli/target/fencepost.jar"));
    assertThat(tool.run(readOnly))
        .contains("was never built, and cannot be written: run", "exit 70")
        .hasLineCount(2);
  }
}
