package fencepost.frontend.shmem;

import fencepost.frontend.atomic.AtomicOp;
import fencepost.frontend.atomic.Cell;
import fencepost.frontend.atomic.Origin;
import fencepost.frontend.atomic.Provenance;
import fencepost.frontend.atomic.Update;
import fencepost.frontend.shmem.ShmemProcess.Place;
import java.util.ArrayList;
import java.util.List;

/**
 * Values that others may see. Who sees one knows that its writer got that far, that what was
 * written with it has arrived, and what its writer has had delivered before it by a fence.
 */
final class Flags {
  private final ShmemFrontEnd frontEnd;

  Flags(ShmemFrontEnd frontEnd) {
    this.frontEnd = frontEnd;
  }

  /** The cell of so many bytes. */
  Cell cell(Place place, int bytes) {
    return frontEnd.program().cells().at(place.rank(), place.address(), bytes);
  }

  /** A write of one value, without a look at the old one; its effects are in the parcel. */
  void update(
      ShmemProcess process,
      Context context,
      Place place,
      Parcel own,
      AtomicOp op,
      long operand,
      int bytes,
      long time) {
    update(process, context, place, own, new Change(op, operand, 0, 8 * bytes, false), time);
  }

  /** What an update does to a value. */
  record Change(AtomicOp op, long operand, long compare, int bits, boolean fetches) {}

  Update update(
      ShmemProcess process, Context context, Place place, Parcel own, Change change, long time) {
    List<Provenance.Arrival> arrivals = new ArrayList<>(context.deliveredBefore(place.rank()));
    arrivals.add(own);
    // After the issue: who sees the value knows that the operation was made.
    Provenance provenance = new Provenance(frontEnd.execution().signal(process.strand), arrivals);
    Update update =
        new Update(
            change.op,
            change.operand,
            change.compare,
            change.bits,
            change.fetches,
            Origin.ANYONE,
            provenance,
            new Update.Passage(context.delivery(place.rank()), own),
            time);
    Cell cell = cell(place, change.bits / Byte.SIZE);
    cell.add(update);
    frontEnd.execution().updates(process.strand, cell);
    context.add(update);
    return update;
  }
}
