package fencepost.frontend;

import fencepost.frontend.program.MemoryObject;
import fencepost.trace.AddressSpace;
import fencepost.trace.Sites;
import java.io.Serializable;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What is known of a run when it has been analysed, but for its races.
 *
 * @param models the programming models that the program uses, joined by a plus
 * @param events how many records were translated
 * @param remarks what keeps the analysis from being of the whole program
 * @param timelines when each strand synchronised, in the order of their ranks and threads
 * @param exposed the memory that each rank has exposed
 * @param processes what each stream of records tells of its process
 * @param names what processes are called whose number is not their rank
 */
public record AnalysedRun(
    String models,
    int ranks,
    long events,
    List<String> remarks,
    Sites sites,
    List<Timeline> timelines,
    Map<Integer, Set<MemoryObject>> exposed,
    List<Process> processes,
    Map<Integer, String> names)
    implements Serializable {

  /** A process, and the files of code that it has loaded. */
  record Process(int rank, AddressSpace code) implements Serializable {}

  /** What the numbers mean that are not ranks. */
  public static List<String> legend(Map<Integer, String> names) {
    return names.entrySet().stream()
        .map(name -> String.format("rank %d is %s", name.getKey(), name.getValue()))
        .toList();
  }

  /** What a process is called. */
  public String name(int process) {
    return names.getOrDefault(process, "rank " + process);
  }

  /** The exposed objects that hold the address at the rank, the latest last. */
  public List<MemoryObject> objectsAt(int rank, long address) {
    return exposed.getOrDefault(rank, Set.of()).stream()
        .filter(object -> address >= object.base() && address - object.base() < object.size())
        .toList();
  }

  /** The files that the processes are made of. */
  public Set<String> modules() {
    Set<String> paths = new LinkedHashSet<>();
    for (Process process : processes) {
      process.code.modules().forEach(module -> paths.add(module.path()));
    }
    return paths;
  }

  /** Where the static data of a rank's process comes from. */
  public AddressSpace.@Nullable Module moduleAt(int rank, long address) {
    for (Process process : processes) {
      if (process.rank == rank) {
        return process.code.moduleAt(address);
      }
    }
    return null;
  }
}
