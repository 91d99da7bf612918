package fencepost.cluster;

import java.io.File;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * A cluster of Flink's own processes on this machine: a JobManager and some TaskManagers, started
 * from the jars that this class is loaded with. All that is known of it is in one directory.
 *
 * <pre>
 *   conf/config.yaml    Flink's configuration
 *   address             HOST PORT of its page and of jobs
 *   processes           for each process: its id, and when it was started
 *   *.log               what they print
 *   checkpoints/
 * </pre>
 */
public final class StandaloneCluster {
  private static final String JOB_MANAGER =
      "org.apache.flink.runtime.entrypoint.StandaloneSessionClusterEntrypoint";
  private static final String TASK_MANAGER =
      "org.apache.flink.runtime.taskexecutor.TaskManagerRunner";
  private static final long PATIENCE = TimeUnit.MINUTES.toNanos(3);

  /** What Flink needs of the JDK's inside (its own scripts say the same). */
  private static final List<String> OPENED =
      List.of("lang", "net", "io", "nio", "text", "time", "util", "util.concurrent");

  private final Path directory;

  public StandaloneCluster(Path directory) {
    this.directory = directory.toAbsolutePath();
  }

  /**
   * What is started.
   *
   * @param port of its page; 0 for any that is free
   * @param megabytes of heap for each worker
   */
  public record Size(String host, int port, int workers, int slots, int megabytes) {}

  /**
   * DIRECTORY start HOST PORT WORKERS SLOTS MEGABYTES, DIRECTORY join HOST MEGABYTES, DIRECTORY
   * status, or DIRECTORY stop.
   */
  public static void main(String[] arguments) throws IOException {
    StandaloneCluster cluster = new StandaloneCluster(Path.of(arguments[0]));
    try {
      switch (arguments[1]) {
        case "start" ->
            cluster.start(
                new Size(
                    arguments[2],
                    Integer.parseInt(arguments[3]),
                    Integer.parseInt(arguments[4]),
                    Integer.parseInt(arguments[5]),
                    Integer.parseInt(arguments[6])));
        case "join" -> System.exit(cluster.join(arguments[2], Integer.parseInt(arguments[3])));
        case "stop" -> cluster.stop();
        default -> {}
      }
      System.out.println("fencepost: " + cluster.describe());
    } catch (IllegalStateException e) {
      System.err.println("fencepost: " + e.getMessage());
      System.exit(1);
    }
  }

  public void start(Size size) throws IOException {
    if (!processes().isEmpty()) {
      throw new IllegalStateException("it runs already: " + describe());
    }
    int port = size.port == 0 ? freePort() : size.port;
    Files.createDirectories(directory.resolve("conf"));
    Files.writeString(directory.resolve("conf/config.yaml"), configuration(size, port));
    Files.writeString(directory.resolve("address"), size.host + " " + port);
    Files.deleteIfExists(directory.resolve("processes"));
    launch("jobmanager", JOB_MANAGER, size.megabytes);
    for (int worker = 1; worker <= size.workers; worker++) {
      launch("taskmanager-" + worker, TASK_MANAGER, size.megabytes);
    }
    await(size);
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }

  private String configuration(Size size, int port) throws IOException {
    return String.join(
        "\n",
        "jobmanager.rpc.address: " + size.host,
        "jobmanager.rpc.port: " + freePort(),
        "jobmanager.bind-host: " + size.host,
        "rest.address: " + size.host,
        "rest.bind-address: " + size.host,
        "rest.port: " + port,
        "blob.server.port: \"0\"",
        "taskmanager.host: " + size.host,
        "taskmanager.bind-host: " + size.host,
        "taskmanager.numberOfTaskSlots: " + size.slots,
        "taskmanager.cpu.cores: " + (double) size.slots,
        "taskmanager.load-balance.mode: SLOTS",
        "heartbeat.interval: 2 s",
        "heartbeat.timeout: 30 s",
        "taskmanager.memory.task.heap.size: " + size.megabytes + "m",
        "taskmanager.memory.task.off-heap.size: 0m",
        "taskmanager.memory.framework.heap.size: 128m",
        "taskmanager.memory.framework.off-heap.size: 128m",
        "taskmanager.memory.jvm-metaspace.size: 256m",
        "taskmanager.memory.jvm-overhead.min: 192m",
        "taskmanager.memory.jvm-overhead.max: 192m",
        "taskmanager.memory.network.min: 64m",
        "taskmanager.memory.network.max: 64m",
        "taskmanager.memory.managed.size: 16m",
        "execution.checkpointing.dir: " + directory.resolve("checkpoints").toUri(),
        "io.tmp.dirs: " + directory.resolve("tmp"),
        "");
  }

  /**
   * A worker on the machine with this name, which has the directory too. It is ours while we run,
   * and ends by itself when the cluster has been gone for a while.
   */
  int join(String host, int megabytes) throws IOException {
    List<String> command = command(TASK_MANAGER, megabytes);
    for (String key : List.of("taskmanager.host", "taskmanager.bind-host")) {
      command.addAll(List.of("-D", key + "=" + host));
    }
    command.addAll(List.of("-D", "taskmanager.memory.task.heap.size=" + megabytes + "m"));
    command.addAll(List.of("-D", "taskmanager.registration.timeout=1 min"));
    Process worker = new ProcessBuilder(command).inheritIO().start();
    Runtime.getRuntime().addShutdownHook(new Thread(worker::destroy));
    return worker.onExit().join().exitValue();
  }

  /** The process outlives us, and what starts us. */
  private void launch(String name, String main, int megabytes) throws IOException {
    File log = directory.resolve(name + ".log").toFile();
    Process process =
        new ProcessBuilder(command(main, megabytes))
            .redirectErrorStream(true)
            .redirectOutput(log)
            .start();
    process.getOutputStream().close();
    String known = process.pid() + " " + started(process.toHandle()).orElse(Instant.EPOCH) + "\n";
    Files.writeString(
        directory.resolve("processes"),
        known,
        StandardOpenOption.CREATE,
        StandardOpenOption.APPEND);
  }

  private List<String> command(String main, int megabytes) throws IOException {
    Files.createDirectories(directory.resolve("tmp"));
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    OPENED.forEach(part -> command.add("--add-opens=java.base/java." + part + "=ALL-UNNAMED"));
    command.addAll(List.of("-Xmx" + megabytes + "m", "-XX:+UseSerialGC"));
    command.add("-Dorg.slf4j.simpleLogger.defaultLogLevel=info");
    command.add("-Dorg.slf4j.simpleLogger.showDateTime=true");
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), main));
    command.addAll(List.of("--configDir", directory.resolve("conf").toString()));
    return command;
  }

  private static Optional<Instant> started(ProcessHandle process) {
    return process.info().startInstant();
  }

  /** A worker that has come is of use when its slots are known. */
  private void await(Size size) throws IOException {
    long since = System.nanoTime();
    while (slots() < size.workers * size.slots) {
      if (processes().size() <= size.workers || System.nanoTime() - since > PATIENCE) {
        stop();
        throw new IllegalStateException("it does not start; see " + directory + "/*.log");
      }
      pause();
    }
  }

  private int slots() throws IOException {
    try {
      return Overview.of(host(), port()).slots();
    } catch (IOException e) {
      return -1; // it does not listen yet
    }
  }

  private static void pause() {
    try {
      Thread.sleep(100);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }

  /**
   * Those that run, the JobManager first: another process may have got the id of one that ended.
   */
  public List<ProcessHandle> processes() throws IOException {
    Path file = directory.resolve("processes");
    List<ProcessHandle> running = new ArrayList<>();
    for (String line : Files.exists(file) ? Files.readAllLines(file) : List.<String>of()) {
      String[] known = line.split(" ");
      ProcessHandle.of(Long.parseLong(known[0]))
          .filter(process -> started(process).filter(Instant.parse(known[1])::equals).isPresent())
          .ifPresent(running::add);
    }
    return running;
  }

  public String host() throws IOException {
    return Files.readString(directory.resolve("address")).split(" ")[0];
  }

  public int port() throws IOException {
    return Integer.parseInt(Files.readString(directory.resolve("address")).split(" ")[1]);
  }

  public void stop() throws IOException {
    List<ProcessHandle> running = processes();
    running.forEach(ProcessHandle::destroy);
    for (ProcessHandle process : running) {
      process
          .onExit()
          .completeOnTimeout(process, 20, TimeUnit.SECONDS)
          .thenAccept(late -> late.destroyForcibly())
          .join();
    }
    Files.deleteIfExists(directory.resolve("processes"));
  }

  /** In words for people. */
  public String describe() throws IOException {
    if (processes().isEmpty()) {
      return "no cluster runs here";
    }
    return String.format(
        "Flink at http://%s:%d has %s", host(), port(), Overview.of(host(), port()));
  }
}
