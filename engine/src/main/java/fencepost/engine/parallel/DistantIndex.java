package fencepost.engine.parallel;

import fencepost.model.Change;
import fencepost.model.Completions;
import fencepost.model.Delivery;
import fencepost.model.Individual;
import fencepost.model.LockEpoch;
import fencepost.model.Sightings;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.function.Consumer;

/**
 * A race index that is elsewhere, and is told by letters: {@link LetterReader} has its side. What
 * it is told depends on the execution alone, letter by letter.
 */
public final class DistantIndex extends Batches {
  private static final int BATCH = 1024;

  private final Consumer<byte[]> post;
  private final Names names;
  private final Batch batch;

  /**
   * The numbers of what has an identity: shared by all parts of an index. A number stands for what
   * locks and deliveries are compared by, whatever object that is.
   */
  public static final class Names {
    private final Map<Object, Long> numbers = new WeakHashMap<>();
    private long last;

    private Long of(Object compared) {
      return numbers.computeIfAbsent(compared, key -> ++last);
    }

    private long of(Individual individual) {
      if (individual.number == 0) {
        individual.number = ++last;
      }
      return individual.number;
    }
  }

  /** Letters are handed to whoever brings them to the index. */
  public DistantIndex(Names names, Consumer<byte[]> post) {
    this(names, post, BATCH);
  }

  /** The same with letters of another length. */
  public DistantIndex(Names names, Consumer<byte[]> post, int length) {
    this.names = names;
    this.post = post;
    this.batch = new Batch(length);
  }

  @Override
  public void known(Individual shared) {
    room().known(shared);
  }

  @Override
  Batch room() {
    if (batch.isFull()) {
      send();
    }
    return batch;
  }

  private void send() {
    ByteArrayOutputStream letter = new ByteArrayOutputStream();
    try (Writer out = new Writer(letter)) {
      batch.write(out);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    batch.clear();
    post.accept(letter.toByteArray());
  }

  /** Nobody here knows how many. */
  @Override
  public int remembered() {
    return 0;
  }

  /** Sends what is left; what is found is known where the index is. */
  @Override
  public void finish() {
    if (batch.size() > 0) {
      send();
    }
  }

  /** Writes numbers instead of what has an identity. */
  private final class Writer extends ObjectOutputStream {
    Writer(OutputStream out) throws IOException {
      super(out);
      enableReplaceObject(true);
    }

    @Override
    protected Object replaceObject(Object object) {
      if (object instanceof LockEpoch lock) {
        Long resource = names.of(lock.resource());
        return new LockEpoch(resource, lock.process(), lock.exclusive(), lock.checked(), lock.id());
      } else if (object instanceof Delivery delivery) {
        return new Delivery(names.of(delivery.channel()), delivery.epoch());
      } else if (object instanceof Completions completions) {
        return new Named.OfCompletions(names.of(completions), completions.all());
      } else if (object instanceof Sightings sightings) {
        return new Named.OfSightings(names.of(sightings));
      } else if (object instanceof Change change) {
        return new Named.OfChange(names.of(change), change.sightings(), change.place());
      }
      return object;
    }
  }
}
