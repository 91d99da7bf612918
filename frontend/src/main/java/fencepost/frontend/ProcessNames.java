package fencepost.frontend;

import fencepost.frontend.program.Processes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What reports call the processes whose number is not their rank: those that others have spawned,
 * by the program that they execute.
 */
final class ProcessNames {
  private ProcessNames() {}

  /**
   * @param programs what is known of the program of each process, by its number
   */
  static Map<Integer, String> of(Processes processes, Map<Integer, String> programs) {
    Map<Long, List<Integer>> worlds = new TreeMap<>();
    Map<Long, Integer> order = new TreeMap<>();
    for (int process = 0; process < processes.size(); process++) {
      long world = processes.world(process);
      if (world != 0) {
        worlds.computeIfAbsent(world, key -> new ArrayList<>()).add(process);
        order.putIfAbsent(world, process);
      }
    }
    Map<Integer, String> names = new TreeMap<>();
    Map<String, Integer> alike = new TreeMap<>();
    order.entrySet().stream()
        .sorted(Map.Entry.comparingByValue())
        .forEach(
            world -> {
              List<Integer> members = worlds.getOrDefault(world.getKey(), List.of());
              String program = program(members, programs);
              int number = alike.merge(program, 1, Integer::sum);
              String which = number == 1 ? "the spawned " : "spawn " + number + " of ";
              for (int member : members) {
                names.put(member, "rank " + processes.rank(member) + " of " + which + program);
              }
            });
    return names;
  }

  private static String program(List<Integer> members, Map<Integer, String> programs) {
    return members.stream()
        .filter(programs::containsKey)
        .map(programs::get)
        .findFirst()
        .orElse("processes");
  }
}
