package fencepost.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Packages: that they run by themselves, and that everything in them is what others can read. */
@Tag("packaged")
@Execution(ExecutionMode.CONCURRENT)
class DistributionTest {
  private static final String RACE = "1 race found in ";

  @TempDir Path directory = Path.of("");

  /**
   * Runs commands as a user who may write nowhere but to an empty home directory, who sees the
   * package read-only, and who has no network.
   */
  private String alone(Path tree, String commands) throws IOException {
    assumeTrue(
        Shell.run(List.of("unshare", "-n", "-m", "true")).exitCode() == 0, "needs namespaces");
    Path home = Files.createDirectories(directory.resolve("home"));
    Files.writeString(directory.resolve("commands"), commands);
    String script =
        """
        chmod 755 . && chown 65534:65534 home && rm -rf home/* home/.cache && cp -r %1$s/examples home
        exec unshare -n -m bash -c 'ip link set lo up; mount --bind %2$s %2$s && mount -o remount,ro,bind %2$s && cd %3$s &&
          exec setpriv --reuid=65534 --regid=65534 --clear-groups env -i HOME=%3$s PATH=%2$s/bin:/usr/bin:/bin bash ../commands'
        """
            .formatted(PackagedTool.CHECKOUT, tree, home);
    return PackagedTool.succeed(directory, script);
  }

  private Path copy(String name) throws IOException {
    Path copy = directory.resolve(name);
    PackagedTool.succeed(directory, "cp -a " + PackagedTool.tree() + " " + copy);
    return copy;
  }

  @Test
  void runsReadOnlyWithoutRightsAndNetwork() throws IOException {
    Path tree = copy("unpacked");
    assertThat(
            alone(
                tree,
                """
                touch %s/x 2>&1; curl -sm5 http://deb.debian.org >/dev/null && echo network
                fencepost run -n 2 examples/mpi/halo_racy.c 2>&1 | tail -1
                fencepost check -n 2 examples/mpi/halo_racy.c 2>&1 | tail -1
                fencepost run -n 2 examples/mpi/halo.c 2>&1 | tail -1
                find . -mindepth 1 -maxdepth 2 -not -path './examples*'
                """
                    .formatted(tree)))
        .contains("Read-only file system")
        .contains(
            RACE + "examples/mpi/halo_racy.c, 2 ranks", "no race found in examples/mpi/halo.c")
        .doesNotContain("network")
        .endsWith("./.cache\n./.cache/fencepost\n");
  }

  /** All models in all ways, then the same with the directory moved. */
  @Test
  void everyModelRunsAloneAlsoAfterAMove() throws IOException {
    assumeTrue(PackagedTool.LONG, "takes minutes");
    StringBuilder commands = new StringBuilder();
    List<String> races = new ArrayList<>();
    for (String program : List.of("mpi/halo", "shmem/ring", "gaspi/ring")) {
      for (String command : List.of("run -n 2", "check -n 2", "run --fast -n 2")) {
        for (String version : List.of("_racy.c", ".c")) {
          String file = "examples/" + program + version;
          commands.append("fencepost %s %s 2>&1 | tail -1\n".formatted(command, file));
          races.add((version.equals(".c") ? "no race" : "1 race") + " found in " + file);
        }
      }
    }
    Path tree = copy("unpacked");
    for (Path at : List.of(tree, tree.resolveSibling("moved"))) {
      if (!Files.exists(at)) {
        Files.move(tree, at);
      }
      List<String> lines = alone(at, commands.toString()).lines().toList();
      assertThat(lines).hasSameSizeAs(races);
      for (int i = 0; i < races.size(); i++) {
        assertThat(lines.get(i)).startsWith("fencepost: " + races.get(i));
      }
    }
  }

  @Test
  void aRuntimeOfItsOwnNeedsNoJava() throws IOException {
    assumeTrue(PackagedTool.LONG, "takes a minute");
    Path tree = PackagedTool.make("runtime", "--runtime", "--format=tree");
    Path bin = Files.createDirectories(directory.resolve("bin/without-java"));
    for (String name : "bash dirname readlink sed stty grep".split(" ")) {
      Files.copy(Shell.find(name).orElseThrow(), bin.resolve(name));
    }
    String command = "unset JAVA_HOME; PATH=" + bin + " " + tree.resolve("bin/fencepost");
    assertThat(PackagedTool.succeed(directory, command + " --version"))
        .isEqualTo("fencepost 1.0.0\n");
    String run = tree.resolve("bin/fencepost") + " run -n 2 --html=x.html --json=x.json ";
    String example = PackagedTool.CHECKOUT.resolve("examples/mpi/halo_racy.c").toString();
    assertThat(PackagedTool.run(directory, run + example).text()).contains(RACE);
    String check = tree.resolve("bin/fencepost") + " check -n 2 " + example;
    assertThat(PackagedTool.run(directory, check).text()).contains(RACE);
  }

  /** Into a directory, where dpkg does what it does to a system. */
  @Test
  void aPackageOfDebianIsInstalledUsedAndRemoved() throws IOException {
    assumeTrue(PackagedTool.LONG && Shell.find("dpkg-deb").isPresent(), "takes a minute");
    Path made = PackagedTool.make("deb", "--format=deb");
    String dpkg = "dpkg --root=$PWD/system --force-depends --log=/dev/null ";
    PackagedTool.succeed(
        directory,
        "mkdir -p system/var/lib/dpkg/info system/var/lib/dpkg/updates && touch"
            + " system/var/lib/dpkg/status && "
            + dpkg
            + "-i "
            + made);
    Path usr = directory.resolve("system/usr");
    assertThat(usr.resolve("share/man/man1/fencepost-run.1.gz")).exists();
    assertThat(usr.resolve("share/bash-completion/completions/fencepost")).exists();
    String example = PackagedTool.CHECKOUT.resolve("examples/mpi/halo_racy.c").toString();
    assertThat(PackagedTool.run(directory, "system/usr/bin/fencepost run -n 2 " + example).text())
        .contains(RACE);
    PackagedTool.succeed(
        directory,
        "cp -r "
            + PackagedTool.CHECKOUT.resolve("examples/cmake")
            + " . && cmake -S cmake -B b -DCMAKE_PREFIX_PATH=$PWD/system/usr && cmake --build b &&"
            + " ctest --test-dir b");
    PackagedTool.succeed(directory, dpkg + "--purge fencepost");
    assertThat(PackagedTool.succeed(directory, "find system -path system/var -prune -o -print"))
        .isEqualTo("system\n");
  }

  @Test
  void ctestAndMakeCheckFailOnARaceAndPassWithout() throws IOException {
    PackagedTool.succeed(
        directory, "cp -r " + PackagedTool.CHECKOUT.resolve("examples") + "/{cmake,make} .");
    String build = "cmake -S cmake -B b -DCMAKE_PREFIX_PATH=$FENCEPOST_PREFIX -DCMAKE_C_FLAGS=";
    String test = " && cmake --build b && ctest --test-dir b --output-on-failure";
    PackagedTool.Output racy = PackagedTool.run(directory, build + "-DRACY" + test);
    assertThat(racy.exit()).as(racy.text()).isEqualTo(8);
    assertThat(racy.text())
        .contains("54 | MPI_Put", "60 | updated[i] =", RACE, "halo_has_no_race (Failed)");
    assertThat(PackagedTool.succeed(directory, build + test)).contains("100% tests passed");

    racy = PackagedTool.run(directory, "make -C make check CFLAGS='-g -O1 -DRACY'");
    assertThat(racy.exit()).as(racy.text()).isEqualTo(2);
    assertThat(racy.text()).contains("54 | MPI_Put", "60 | updated[i] =", RACE, "Error 66");
    assertThat(PackagedTool.succeed(directory, "make -C make clean check"))
        .contains("no race found in ./halo.checked");
  }

  /** The steps of both files, but for those that install packages of the system. */
  @ParameterizedTest
  @ValueSource(strings = {".github/workflows/fencepost.yml", ".gitlab/fencepost.yml"})
  void theJobsOfContinuousIntegrationFailOnARace(String file) throws IOException {
    assumeTrue(PackagedTool.LONG, "takes a minute");
    Path archive = PackagedTool.make("archive");
    PackagedTool.succeed(directory, "fencepost init --for=github,gitlab");
    JsonNode root = new YAMLMapper().readTree(directory.resolve(file).toFile());
    List<String> steps = new ArrayList<>();
    root.at("/jobs/races/steps").forEach(step -> steps.add(step.path("run").asText("true")));
    root.at("/races/script").forEach(step -> steps.add(step.asText()));
    steps.removeIf(step -> step.contains("apt-get"));
    assertThat(steps).hasSizeGreaterThan(3);
    Files.writeString(directory.resolve("Makefile"), "program: halo.c\n\t$(CC) -O2 -o $@ $<\n");
    for (String name : List.of("halo_racy.c", "halo.c")) {
      String source = PackagedTool.CHECKOUT.resolve("examples/mpi/" + name).toString();
      PackagedTool.succeed(directory, "cp " + source + " halo.c && rm -f program");
      PackagedTool.Output output =
          PackagedTool.run(
              directory,
              "export FENCEPOST_ARCHIVE=file://"
                  + archive
                  + "\nset -e\n"
                  + String.join("\n", steps));
      assertThat(output.exit()).as(output.text()).isEqualTo(name.equals("halo.c") ? 0 : 66);
      assertThat(directory.resolve("fencepost.xml")).isNotEmptyFile();
    }
  }

  @Test
  void theProblemMatcherFindsBothLines() throws IOException {
    String example = PackagedTool.CHECKOUT.resolve("examples/mpi/halo_racy.c").toString();
    String report = PackagedTool.run(directory, "fencepost run -n 2 " + example).text();
    JsonNode tasks = new ObjectMapper().readTree(Resources.text("init/tasks.json"));
    JsonNode patterns = tasks.at("/tasks/0/problemMatcher/pattern");
    Pattern what = Pattern.compile(patterns.at("/0/regexp").asText());
    Pattern where = Pattern.compile(patterns.at("/1/regexp").asText());
    List<String> lines = report.lines().toList();
    List<String> problems = new ArrayList<>();
    for (int i = 0; i + 1 < lines.size(); i++) {
      Matcher place = where.matcher(lines.get(i + 1));
      if (what.matcher(lines.get(i)).find() && place.find()) {
        problems.add(place.group(patterns.at("/1/line").asInt()));
      }
    }
    assertThat(problems).containsExactly("55", "58");
  }

  @Test
  void manualPagesAreReadWithoutAWarning() throws IOException {
    assumeTrue(Shell.find("groff").isPresent(), "there is no groff");
    Path pages = PackagedTool.tree().resolve("share/man/man1");
    assertThat(pages.resolve("fencepost-bench-run.1")).exists();
    assertThat(PackagedTool.succeed(pages, "groff -ww -man -Tutf8 *.1 2>&1 >/dev/null")).isEmpty();
    assertThat(PackagedTool.succeed(pages, "groff -man -Tascii -P-c fencepost-run.1"))
        .contains("--launcher=COMMAND", "fencepost run -n 4 halo.c");
  }

  @Test
  void shellsCompleteCommandsAndOptions() throws IOException {
    Path share = PackagedTool.tree().resolve("share");
    String bash =
        "source bash-completion/completions/fencepost; compopt() { :; }; COMP_WORDS=(fencepost che) COMP_CWORD=1;"
            + " _complete_fencepost; echo ${COMPREPLY[@]};"
            + " COMP_WORDS=(fencepost run --js) COMP_CWORD=2; _complete_fencepost; echo"
            + " ${COMPREPLY[@]}";
    assertThat(PackagedTool.succeed(share, bash)).isEqualTo("check\n--json\n");
    if (Shell.find("zsh").isPresent()) {
      PackagedTool.succeed(share, "zsh -n zsh/site-functions/_fencepost");
    }
    if (Shell.find("fish").isPresent()) {
      assertThat(
              PackagedTool.succeed(
                  share,
                  "fish --no-config -c 'source fish/vendor_completions.d/fencepost.fish; complete -C"
                      + " \"fencepost run --js\"'"))
          .startsWith("--json");
    }
  }

  @Test
  void theEnvironmentModuleNamesItsOwnDirectory() throws IOException {
    assumeTrue(Shell.find("tclsh").isPresent(), "there is no Tcl");
    Path file = PackagedTool.tree().resolve("share/modulefiles/fencepost/1.0.0");
    Files.writeString(
        directory.resolve("m.tcl"),
        "proc prepend-path {v d} {puts \"$v=$d\"}\nproc module-whatis args {}\nproc conflict args"
            + " {}\nset ModulesCurrentModulefile %1$s\nsource %1$s\n".formatted(file));
    assertThat(PackagedTool.succeed(directory, "tclsh m.tcl"))
        .contains("PATH=" + PackagedTool.tree().resolve("bin") + "\n");
  }

  /** Spack's and EasyBuild's are Python; the rest of the recipes is shell behind keywords. */
  @Test
  void recipesHaveTheSyntaxOfTheirTools() throws IOException {
    Path recipes = PackagedTool.CHECKOUT.resolve("packaging/recipes");
    if (Shell.find("python3").isPresent()) {
      PackagedTool.succeed(
          recipes,
          "for f in spack/package.py easybuild/*.eb; do python3 -c 'import ast, sys;"
              + " ast.parse(open(sys.argv[1]).read())' \"$f\"; done");
    }
    String definition = Files.readString(recipes.resolve("container/fencepost.def"));
    for (String section : List.of("%post", "%runscript", "%environment", "%test")) {
      String body = definition.split("(?m)^" + section + "$")[1].split("(?m)^%")[0];
      Files.writeString(directory.resolve("section"), body);
      PackagedTool.succeed(directory, "sh -n section");
    }
    try (Stream<String> lines =
        Files.readString(recipes.resolve("container/Dockerfile")).replace("\\\n", "").lines()) {
      assertThat(lines.filter(line -> !line.startsWith("#")))
          .allMatch(line -> line.matches("(FROM|RUN|ADD|ENV|ENTRYPOINT) .+"));
    }
  }
}
