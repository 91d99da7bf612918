package fencepost.check;

import fencepost.check.machine.Image;
import fencepost.program.ir.GlobalVariable;
import fencepost.report.CxxNames;
import fencepost.report.SourceMap;
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
    return List.of(new SourcePlace(place.file(), place.line(), inSource(place.function())));
  }

  @Override
  public @Nullable Variable variable(String module, long offset) {
    GlobalVariable variable = image.variableAt(offset);
    return variable == null ? null : new Variable(inSource(variable.name()), offset & 0xffffffffL);
  }

  /**
   * As it is written in the source; flang puts in front of a name what it belongs to, in capitals:
   * {@code _QMmeshPswap}.
   */
  private static String inSource(String name) {
    return name.equals("_QQmain")
        ? "main program"
        : name.startsWith("_Q") ? name.replaceFirst("^.*[A-Z]", "") : CxxNames.inSource(name);
  }
}
