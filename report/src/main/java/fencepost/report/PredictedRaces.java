package fencepost.report;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import fencepost.engine.Witness;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/** The races of a report that were predicted, with what a run must do to have them. */
public final class PredictedRaces {
  private PredictedRaces() {}

  /**
   * A predicted race of a report.
   *
   * @param places the two places, in words
   */
  public record Predicted(String fingerprint, String places, Witness witness) {
    private static final int WORDS_OF_TURN = 6;
    private static final long SENDS = 1L << Integer.SIZE; // numbers of their own
    private static final long RECEIVES = 2L << Integer.SIZE;

    /**
     * As {@code capture/process.c} reads them: the last two words of each are for the processes.
     */
    public byte[] turns() {
      ByteBuffer words =
          ByteBuffer.allocate(witness.turns().size() * WORDS_OF_TURN * Long.BYTES)
              .order(ByteOrder.nativeOrder());
      for (Witness.Turn turn : witness.turns()) {
        boolean locks = turn.instead() == null;
        words.putLong(turn.first().rank()).putLong(turn.first().number() + (locks ? 0 : RECEIVES));
        words.putLong(turn.second().rank()).putLong(turn.second().number() + (locks ? 0 : SENDS));
        words.putLong(0).putLong(0);
      }
      return words.array();
    }
  }

  /**
   * The predicted races of a report.
   *
   * @throws IllegalArgumentException if the text is no report of ours
   */
  public static List<Predicted> parse(String text) {
    List<Predicted> races = new ArrayList<>();
    for (JsonNode race : Baseline.races(text)) {
      if (race.path("witness").size() > 0) {
        races.add(
            new Predicted(
                race.path("fingerprint").asText(),
                Baseline.places(race),
                witness(race.path("witness"))));
      }
    }
    return races;
  }

  static void write(ArrayNode node, Witness witness) {
    for (Witness.Turn turn : witness.turns()) {
      ObjectNode object = node.addObject();
      write(object.putObject("first"), turn.first());
      write(object.putObject("second"), turn.second());
      if (turn.instead() != null) {
        write(object.putObject("instead"), turn.instead());
      }
    }
  }

  private static void write(ObjectNode node, Witness.Section section) {
    node.put("rank", section.rank()).put("number", section.number());
    if (!section.name().isEmpty()) {
      node.put("lock", section.name());
    }
    node.put("call", section.call());
  }

  private static Witness witness(JsonNode turns) {
    List<Witness.Turn> all = new ArrayList<>();
    for (JsonNode turn : turns) {
      all.add(
          new Witness.Turn(
              section(turn.path("first")),
              section(turn.path("second")),
              turn.has("instead") ? section(turn.path("instead")) : null));
    }
    return new Witness(all);
  }

  private static Witness.Section section(JsonNode node) {
    return new Witness.Section(
        node.path("rank").asInt(),
        node.path("number").asInt(),
        node.path("lock").asText(),
        node.path("call").asText(),
        -1);
  }
}
