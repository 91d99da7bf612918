package fencepost.engine.parallel;

import fencepost.engine.RaceIndex;
import fencepost.model.Individual;
import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serial;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.lang.ref.WeakReference;
import java.util.HashMap;
import java.util.Map;

/**
 * Tells a race index what letters say. It can be written and read back at any time between two
 * letters, together with the index.
 */
public final class LetterReader implements Serializable {
  private static final int FEW = 1024;

  private final RaceIndex index;

  /** Of what has an identity, that which the index still remembers. */
  private transient Long2ObjectOpenHashMap<WeakReference<Individual>> known =
      new Long2ObjectOpenHashMap<>();

  private transient int crowd = FEW;

  public LetterReader(RaceIndex index) {
    this.index = index;
  }

  /** Tells the index what is in a letter. */
  public void read(byte[] letter) {
    try (Reader in = new Reader(new ByteArrayInputStream(letter))) {
      Batch batch = Batch.read(in);
      for (int i = 0; i < batch.size(); i++) {
        batch.tell(index, i);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException("a letter of another version", e);
    }
    if (known.size() > crowd) {
      known.values().removeIf(reference -> reference.get() == null);
      crowd = Math.max(FEW, 2 * known.size());
    }
  }

  @Serial
  private void writeObject(ObjectOutputStream out) throws IOException {
    out.defaultWriteObject();
    Map<Long, Individual> alive = new HashMap<>();
    known.forEach(
        (number, reference) -> {
          Individual individual = reference.get();
          if (individual != null) {
            alive.put(number, individual);
          }
        });
    out.writeObject(alive);
  }

  @Serial
  private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
    in.defaultReadObject();
    known = new Long2ObjectOpenHashMap<>();
    crowd = FEW;
    ((Map<?, ?>) in.readObject())
        .forEach((number, one) -> known.put((long) number, new WeakReference<>((Individual) one)));
  }

  private <T extends Individual> T resolve(Named<T> named) {
    WeakReference<Individual> reference = known.get(named.number());
    @SuppressWarnings("unchecked") // a number stands for the same thing always
    T individual = reference == null ? null : (T) reference.get();
    if (individual == null) {
      individual = named.create();
      individual.number = named.number();
      known.put(named.number(), new WeakReference<>(individual));
    }
    named.tell(individual);
    return individual;
  }

  private final class Reader extends ObjectInputStream {
    Reader(InputStream in) throws IOException {
      super(in);
      enableResolveObject(true);
    }

    @Override
    protected Object resolveObject(Object object) {
      return object instanceof Named<?> named ? resolve(named) : object;
    }
  }
}
