package fencepost.cli;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A source file that was preprocessed before, perhaps by gcc: then the headers of the C library say
 * things that clang does not know. Definitions take their place while the text is preprocessed once
 * more, which changes nothing else: it has neither directives nor macros.
 */
final class PreprocessedSource {
  /** Which function frees what another one allocates. */
  private static final String DEALLOCATOR = "-D__malloc__(...)=__malloc__";

  /** Where types with these names are not defined, gcc has them built in. */
  private static final String DEFINED_TYPES = "typedef float _Float32;";

  private PreprocessedSource() {}

  /** What clang is to be told in front of the file. */
  static List<String> options(Path source) throws IOException {
    boolean c = Toolchain.Language.of(source.toString()) == Toolchain.Language.C;
    List<String> options = new ArrayList<>(List.of("-x", c ? "c" : "c++", DEALLOCATOR));
    if (c && !Files.readString(source, StandardCharsets.ISO_8859_1).contains(DEFINED_TYPES)) {
      boolean hasType = System.getProperty("os.arch").matches("amd64|x86_64");
      options.addAll(
          List.of(
              "-D_Float32=float",
              "-D_Float64=double",
              "-D_Float32x=double",
              "-D_Float64x=long double",
              "-D_Float128=" + (hasType ? "__float128" : "long double")));
    }
    return options;
  }
}
