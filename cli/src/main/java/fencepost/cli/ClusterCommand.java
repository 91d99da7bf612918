package fencepost.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.Option;

/** A cluster for those who have none. */
@Command(
    name = "cluster",
    description = "Starts and stops Apache Flink on this machine, for 'analyze --flink'.",
    subcommands = {
      ClusterCommand.Start.class,
      ClusterCommand.Join.class,
      ClusterCommand.Status.class,
      ClusterCommand.Stop.class,
      HelpCommand.class
    },
    mixinStandardHelpOptions = true,
    footerHeading = "%nExamples:%n",
    footer = {
      "  fencepost cluster start --workers=2",
      "  fencepost analyze --flink=localhost:8081 trace",
      "  fencepost cluster stop"
    })
final class ClusterCommand {

  /** What all of them say. */
  abstract static class Action implements Callable<Integer> {
    @Option(
        names = "--dir",
        paramLabel = "DIR",
        description = "Where all is kept that is known of it (default: ~/.cache/fencepost/flink).")
    @Nullable Path directory;

    Integer run(String action, List<Object> more) {
      Path chosen = directory != null ? directory : NativeLibrary.cache().resolve("flink");
      List<String> arguments = new ArrayList<>(List.of(chosen.toString(), action));
      more.forEach(argument -> arguments.add(argument.toString()));
      int exitCode = FlinkLibrary.run("StandaloneCluster", arguments);
      return exitCode == 0 ? ExitCode.NOTHING_FOUND : ExitCode.TOOL_FAILED;
    }
  }

  @Command(
      name = "start",
      description = "Starts a JobManager and some TaskManagers.",
      mixinStandardHelpOptions = true,
      footerHeading = "%nExamples:%n",
      footer = "  fencepost cluster start --workers=4 --memory=4000")
  static final class Start extends Action {
    @Option(
        names = "--workers",
        paramLabel = "N",
        defaultValue = "2",
        description = "TaskManagers (default: 2); with 0, all of them join.")
    int workers;

    @Option(
        names = "--slots",
        paramLabel = "N",
        defaultValue = "2",
        description = "Slots of each, so that others can take over (default: 2).")
    int slots;

    @Option(
        names = "--memory",
        paramLabel = "MB",
        defaultValue = "1000",
        description = "Heap of each (default: 1000).")
    int megabytes;

    @Option(
        names = "--host",
        paramLabel = "ADDRESS",
        defaultValue = "localhost",
        description = "Where it listens (default: localhost, for this machine alone).")
    String host = "localhost";

    @Option(
        names = "--port",
        paramLabel = "N",
        defaultValue = "8081",
        description = "Where its page is, and where jobs are taken (default: 8081).")
    int port;

    @Override
    public Integer call() {
      ToolFailure.require(workers >= 0 && slots > 0, "there must be a slot");
      return run("start", List.of(host, port, workers, slots, megabytes));
    }
  }

  @Command(
      name = "join",
      description = {
        "Runs a TaskManager of a cluster that was started on another machine, until that has ended.",
        "Both must have the same directory, on a file system that they share."
      },
      mixinStandardHelpOptions = true,
      footerHeading = "%nExamples:%n",
      footer = {
        "  fencepost cluster start --dir=/shared/flink --host=$(hostname) --workers=0",
        "  srun sh -c 'fencepost cluster join --dir=/shared/flink --host=$(hostname)' &"
      })
  static final class Join extends Action {
    @Option(
        names = "--memory",
        paramLabel = "MB",
        defaultValue = "1000",
        description = "Its heap (default: 1000).")
    int megabytes;

    @Option(
        names = "--host",
        paramLabel = "ADDRESS",
        required = true,
        description = "Where the others reach it.")
    String host = "";

    @Override
    public Integer call() {
      return run("join", List.of(host, megabytes));
    }
  }

  @Command(
      name = "status",
      description = "Says whether it runs, and how busy it is.",
      mixinStandardHelpOptions = true,
      footerHeading = "%nExamples:%n",
      footer = "  fencepost cluster status")
  static final class Status extends Action {
    @Override
    public Integer call() {
      return run("status", List.of());
    }
  }

  @Command(
      name = "stop",
      description = "Ends all of its processes.",
      mixinStandardHelpOptions = true,
      footerHeading = "%nExamples:%n",
      footer = "  fencepost cluster stop")
  static final class Stop extends Action {
    @Override
    public Integer call() {
      return run("stop", List.of());
    }
  }
}
