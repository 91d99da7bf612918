package fencepost.program.pointsto;

import java.util.Set;

/**
 * What a program is linked with beside its visible modules.
 *
 * @param libraryFunctions what the C and C++ libraries define
 * @param usedByLibraries symbols of the program that those libraries, or the start code, refer to
 * @param usedByOthers symbols of the program that other invisible code refers to
 * @param functionsOfOthers what other invisible code defines; not the functions of programming
 *     models
 * @param open whether everything that has a name may be used by others, as in a shared library
 * @param shared whether it is a shared library
 */
public record Surroundings(
    Set<String> libraryFunctions,
    Set<String> usedByLibraries,
    Set<String> usedByOthers,
    Set<String> functionsOfOthers,
    boolean open,
    boolean shared) {}
