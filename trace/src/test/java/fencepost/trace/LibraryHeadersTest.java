package fencepost.trace;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LibraryHeadersTest {
  @ParameterizedTest
  @CsvSource({
    "/usr/include/c++/12/bits/stl_vector.h, true",
    "/usr/lib/gcc/x86_64-linux-gnu/12/include/xmmintrin.h, true",
    "/usr/lib/llvm-19/lib/clang/19/include/emmintrin.h, true",
    "/home/me/gcc/include/mesh.h, false",
    "mesh.h, false"
  })
  void headersOfTheLibraryAndTheCompilerAreNotOfTheProgram(String file, boolean library) {
    assertThat(Sites.isInLibrary(file)).isEqualTo(library);
  }
}
