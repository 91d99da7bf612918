package fencepost.program.llvm;

import static org.bytedeco.llvm.global.LLVM.*;

import java.util.List;
import java.util.stream.IntStream;
import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.llvm.LLVM.LLVMTargetMachineOptionsRef;
import org.bytedeco.llvm.LLVM.LLVMTargetMachineRef;
import org.bytedeco.llvm.LLVM.LLVMTargetRef;

/**
 * What code is made for, and how hard the compiler tries: as the compiler was told on its command
 * line.
 */
public final class Target implements AutoCloseable {
  static {
    Llvm.load();
    LLVMInitializeAllTargetInfos();
    LLVMInitializeAllTargets();
    LLVMInitializeAllTargetMCs();
    LLVMInitializeAllAsmParsers();
    LLVMInitializeAllAsmPrinters();
  }

  private final LLVMTargetMachineRef machine;
  private final String level;
  private final boolean fortran;
  private final boolean vectorizes;

  /**
   * @param command what {@code clang -cc1} or {@code flang -fc1} was given
   */
  public Target(List<String> command) {
    Options options = new Options(command);
    level = options.level();
    fortran = command.contains("-fc1");
    vectorizes = fortran ? level.matches("O[23]") : command.contains("-vectorize-loops");
    String triple = options.after("-triple", defaultTriple());
    LLVMTargetMachineOptionsRef settings = LLVMCreateTargetMachineOptions();
    LLVMTargetMachineOptionsSetCPU(settings, options.after("-target-cpu", "generic"));
    LLVMTargetMachineOptionsSetFeatures(settings, String.join(",", options.features()));
    LLVMTargetMachineOptionsSetCodeGenOptLevel(settings, codeGeneration(level));
    LLVMTargetMachineOptionsSetRelocMode(
        settings,
        options.after("-mrelocation-model", "pic").equals("static")
            ? LLVMRelocStatic
            : LLVMRelocPIC);
    LLVMTargetMachineOptionsSetCodeModel(settings, codeModel(options));
    machine = LLVMCreateTargetMachineWithOptions(target(triple), triple, settings);
    LLVMDisposeTargetMachineOptions(settings);
  }

  private record Options(List<String> command) {
    String after(String option, String otherwise) {
      int at = command.lastIndexOf(option);
      return at < 0 ? otherwise : command.get(at + 1);
    }

    List<String> features() {
      return IntStream.range(0, command.size() - 1)
          .filter(i -> command.get(i).equals("-target-feature"))
          .mapToObj(i -> command.get(i + 1))
          .toList();
    }

    String level() {
      return command.stream()
          .filter(word -> word.matches("-O[0-3sz]"))
          .reduce((first, last) -> last)
          .map(word -> word.substring(1))
          .orElse("O0");
    }

    boolean has(String word) {
      return command.contains(word);
    }
  }

  private static String defaultTriple() {
    BytePointer triple = LLVMGetDefaultTargetTriple();
    try {
      return triple.getString();
    } finally {
      LLVMDisposeMessage(triple);
    }
  }

  private static int codeGeneration(String level) {
    return switch (level) {
      case "O0" -> LLVMCodeGenLevelNone;
      case "O1" -> LLVMCodeGenLevelLess;
      case "O3" -> LLVMCodeGenLevelAggressive;
      default -> LLVMCodeGenLevelDefault;
    };
  }

  private static int codeModel(Options options) {
    return options.has("-mcmodel=large")
        ? LLVMCodeModelLarge
        : options.has("-mcmodel=medium") ? LLVMCodeModelMedium : LLVMCodeModelDefault;
  }

  private static LLVMTargetRef target(String triple) {
    LLVMTargetRef target = new LLVMTargetRef();
    BytePointer message = new BytePointer();
    if (LLVMGetTargetFromTriple(new BytePointer(triple), target, message) != 0) {
      throw new LlvmException(message.getString());
    }
    return target;
  }

  LLVMTargetMachineRef machine() {
    return machine;
  }

  /** The optimisation that was asked for, for example {@code O2}. */
  public String level() {
    return level;
  }

  /** Whether the source is in Fortran. */
  public boolean fortran() {
    return fortran;
  }

  boolean vectorizes() {
    return vectorizes;
  }

  @Override
  public void close() {
    LLVMDisposeTargetMachine(machine);
  }
}
