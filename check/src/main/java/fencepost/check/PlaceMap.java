package fencepost.check;

import fencepost.check.machine.Image;
import fencepost.program.ir.GlobalVariable;
import fencepost.report.SourceMap;
import fencepost.report.SourceNames;
import fencepost.report.SourcePlace;
import fencepost.trace.Sites;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The places of an executed program: the compiler has noted them. */
final class PlaceMap implements SourceMap {
  private final Image image;

  PlaceMap(Image image) {
    this.image = image;
  }

  @Override
  public void resolve(Collection<Sites.Site> sites) {}

  @Override
  public List<SourcePlace> stack(Sites.Site site) {
    Image.Place place = image.place(site.offset());
    return List.of(
        new SourcePlace(
            place.file(), place.line(), SourceNames.inSource(place.function(), place.file())));
  }

  @Override
  public @Nullable Variable variable(String module, long offset) {
    GlobalVariable variable = image.variableAt(offset);
    return variable == null
        ? null
        : new Variable(SourceNames.inSource(variable.name()), offset & 0xffffffffL);
  }
}
