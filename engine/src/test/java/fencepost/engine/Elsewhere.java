package fencepost.engine;

import fencepost.engine.parallel.LetterReader;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

/** A part of a race index that is told by letters, and forgets nothing by being written to disk. */
final class Elsewhere {
  private record State(Described found, LetterReader reader) implements Serializable {}

  private State state;

  Elsewhere(boolean threads) {
    Described found = new Described(new ArrayList<>());
    state = new State(found, new LetterReader(new MemoryIndex(found, threads)));
  }

  void read(byte[] letter) {
    state.reader.read(letter);
    ByteArrayOutputStream disk = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(disk)) {
      out.writeObject(state);
      out.flush();
      state =
          (State) new ObjectInputStream(new ByteArrayInputStream(disk.toByteArray())).readObject();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException(e);
    }
  }

  List<Race> races() {
    return state.found.races();
  }
}
