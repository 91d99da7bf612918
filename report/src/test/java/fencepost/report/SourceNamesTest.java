package fencepost.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Names of the linker, as the source has them. */
class SourceNamesTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          main                               | a.c   | main
          main._omp_fn.0                     | a.c   | main (OpenMP region)
          main._omp_cpyfn.2                  | a.c   | main (OpenMP region)
          main.omp_outlined_debug__          | a.c   | main (OpenMP region)
          main.omp_outlined.omp_outlined.4   | a.c   | main (OpenMP region)
          .omp_outlined..1                   | a.c   | OpenMP region
          .omp_task_entry.                   | a.c   | OpenMP region
          solve(int) [clone ._omp_fn.0]      | a.cpp | solve(int) (OpenMP region)
          _Z5solvei.omp_outlined_debug__     | a.cpp | solve(int) (OpenMP region)
          my.omp_parallel                    | a.c   | my.omp_parallel
          region.0._omp_fn.1                 | a.f90 | region (OpenMP region)
          __mesh_MOD_swap._omp_fn.0          | a.f90 | swap (OpenMP region)
          _QMmeshPswap..omp_par.2            | a.f90 | swap (OpenMP region)
          _QQmain..omp_par                   | a.f90 | main program (OpenMP region)
          swap_                              | a.f90 | swap
          """)
  void functionsAreNamedAsInTheSource(String name, String file, String expected) {
    assertThat(SourceNames.inSource(name, file)).isEqualTo(expected);
  }
}
