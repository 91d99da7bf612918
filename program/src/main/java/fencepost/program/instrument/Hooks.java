package fencepost.program.instrument;

import static org.bytedeco.llvm.global.LLVM.*;

import fencepost.program.llvm.Handles;
import fencepost.program.llvm.LlvmException;
import fencepost.program.llvm.LlvmModule;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.bytedeco.javacpp.PointerPointer;
import org.bytedeco.llvm.LLVM.LLVMBuilderRef;
import org.bytedeco.llvm.LLVM.LLVMMetadataRef;
import org.bytedeco.llvm.LLVM.LLVMTypeRef;
import org.bytedeco.llvm.LLVM.LLVMValueRef;
import org.jspecify.annotations.Nullable;

/** The calls that are put into a module; {@code hooks.ll} says what they do. */
final class Hooks implements AutoCloseable {
  /** So many loops around an access can be told before the outermost of them. */
  static final int MOST_DIMENSIONS = 4;

  private static final int PLAIN_DIMENSIONS = 2;
  private static final String PREFIX = "fencepost.";
  private static final String RUNTIME_HEADER = "/capture/fencepost.h";

  private final LlvmModule module;
  private final long pageSize;
  private final LLVMBuilderRef builder;
  private final LLVMTypeRef word;
  private final SiteSection sites;

  /** What the next hook records as its place. */
  private @Nullable LLVMValueRef site;

  /**
   * @param linkedWithRuntime whether the runtime will be a part of the same program, not of the one
   *     that loads a library
   * @param threads whether the program may have threads: where there are some, all memory is
   *     watched
   */
  Hooks(LlvmModule module, boolean linkedWithRuntime, boolean threads) {
    this.module = module;
    this.builder = LLVMCreateBuilderInContext(module.context());
    this.word = LLVMInt64TypeInContext(module.context());
    this.sites = new SiteSection(module);
    String header = resource(RUNTIME_HEADER);
    this.pageSize = 1L << constant(header, "FP_PAGE_SHIFT");
    module.link(text(header, linkedWithRuntime, threads));
    for (LLVMValueRef f = LLVMGetFirstFunction(module.module());
        Handles.present(f);
        f = LLVMGetNextFunction(f)) {
      if (LLVMGetValueName(f).getString().startsWith(PREFIX)) {
        LLVMSetLinkage(f, LLVMInternalLinkage);
      }
    }
  }

  private static String text(String header, boolean linkedWithRuntime, boolean threads) {
    int filterSize = 1 << constant(header, "FP_FILTER_BITS");
    return resource("hooks.ll")
        .replace("STRANDS", threads ? "load i32, ptr @fp_concurrent, align 4" : "or i32 0, 0")
        .replace("LOCALITY", linkedWithRuntime ? "dso_local" : "")
        .replace("FILTER_SIZE", "" + filterSize)
        .replace("FILTER_MASK", "" + (filterSize - 1))
        .replace("PAGE_SHIFT", "" + constant(header, "FP_PAGE_SHIFT"));
  }

  private static int constant(String header, String name) {
    Matcher definition = Pattern.compile("#define " + name + " (\\d+)").matcher(header);
    if (!definition.find()) {
      throw new IllegalStateException("there is no " + name + " in " + RUNTIME_HEADER);
    }
    return Integer.parseInt(definition.group(1));
  }

  private static String resource(String name) {
    try (InputStream in = Hooks.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException(name + " is not in the jar");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The builder, in front of an instruction and with its place in the source. */
  LLVMBuilderRef before(LLVMValueRef instruction) {
    return before(instruction, instruction, "");
  }

  /**
   * The builder, in front of one instruction but with the place in the source of another.
   *
   * @param variable what that one accesses; empty if unknown
   */
  LLVMBuilderRef before(LLVMValueRef instruction, LLVMValueRef source, String variable) {
    LLVMPositionBuilderBefore(builder, instruction);
    setLocation(LLVMInstructionGetDebugLoc(source), instruction);
    site = sites.site(source, variable);
    return builder;
  }

  private void setLocation(LLVMMetadataRef location, LLVMValueRef instruction) {
    LLVMValueRef function = LLVMGetBasicBlockParent(LLVMGetInstructionParent(instruction));
    LLVMMetadataRef subprogram = LLVMGetSubprogram(function);
    if (!Handles.present(location) && Handles.present(subprogram)) {
      // A call that can be inlined must have one.
      LLVMSetCurrentDebugLocation2(
          builder, LLVMDIBuilderCreateDebugLocation(module.context(), 0, 0, subprogram, null));
    } else {
      LLVMSetCurrentDebugLocation2(builder, location);
    }
  }

  /** What an access may touch at most, if both of its ends are looked at. */
  long pageSize() {
    return pageSize;
  }

  /** An access of a known size, where the builder is; aligned if it cannot cross pages. */
  void access(boolean store, LLVMValueRef address, long size, boolean aligned) {
    String name = (store ? "fencepost.store" : "fencepost.load") + (aligned ? "" : ".anywhere");
    call(name, List.of(address, number(size)));
  }

  /** A place for the map that a loop uses, which is of nothing at the given place before it. */
  LLVMValueRef noMap(LLVMValueRef beforeLoop) {
    LLVMValueRef function = LLVMGetBasicBlockParent(LLVMGetInstructionParent(beforeLoop));
    LLVMPositionBuilderBefore(builder, LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(function)));
    LLVMTypeRef type = LLVMGetTypeByName2(module.context(), PREFIX + "map");
    LLVMValueRef map = LLVMBuildAlloca(builder, type, "");
    before(beforeLoop);
    plainCall("fencepost.no.map", List.of(map));
    return map;
  }

  /** An aligned access that is marked in a map if it is there. */
  void mapped(boolean store, LLVMValueRef address, long size, LLVMValueRef map) {
    call(
        store ? "fencepost.store.mapped" : "fencepost.load.mapped",
        List.of(address, number(size), number(Long.numberOfTrailingZeros(size)), map));
  }

  /** A call of a programming model follows. */
  void calls() {
    call("fencepost.calls", List.of());
  }

  /** The end of a function, where the builder is. */
  void leave() {
    call("fencepost.leave", List.of());
  }

  /** Repeated accesses of that many bytes, the first one at the address. */
  void range(boolean store, LLVMValueRef address, LLVMValueRef size, List<Repetition> loops) {
    String form = loops.size() > PLAIN_DIMENSIONS ? ".nest" : ".range";
    call("fencepost." + (store ? "store" : "load") + form, nest(address, size, loops));
  }

  /** Whether anything is watched of what repeated accesses can touch, as a bit. */
  LLVMValueRef reaches(LLVMValueRef address, LLVMValueRef size, List<Repetition> loops) {
    List<LLVMValueRef> arguments = nest(address, size, loops);
    while (arguments.size() < 2 + 2 * MOST_DIMENSIONS) {
      arguments.addAll(List.of(number(1), number(0)));
    }
    return plainCall("fencepost.reaches", arguments);
  }

  private List<LLVMValueRef> nest(LLVMValueRef address, LLVMValueRef size, List<Repetition> loops) {
    List<LLVMValueRef> arguments = new ArrayList<>(List.of(address, size));
    loops.forEach(loop -> arguments.addAll(List.of(loop.count, loop.stride)));
    int dimensions = loops.size() > PLAIN_DIMENSIONS ? MOST_DIMENSIONS : PLAIN_DIMENSIONS;
    for (int i = loops.size(); i < dimensions; i++) {
      arguments.addAll(List.of(number(1), number(0)));
    }
    return arguments;
  }

  /** Whether a call is one of a hook that only records. */
  static boolean isHook(LLVMValueRef instruction) {
    return Handles.present(LLVMIsACallInst(instruction))
        && LLVMGetTypeKind(LLVMTypeOf(instruction)) == LLVMVoidTypeKind
        && LLVMGetValueName(LLVMGetCalledValue(instruction)).getString().startsWith(PREFIX);
  }

  /** How often an access is repeated in a loop, and how far apart. */
  record Repetition(LLVMValueRef count, LLVMValueRef stride) {}

  LLVMValueRef number(long value) {
    return LLVMConstInt(word, value, 1);
  }

  LLVMTypeRef word() {
    return word;
  }

  private LLVMValueRef call(String name, List<LLVMValueRef> arguments) {
    List<LLVMValueRef> all = new ArrayList<>(arguments);
    all.add(Objects.requireNonNull(site));
    return plainCall(name, all);
  }

  private LLVMValueRef plainCall(String name, List<LLVMValueRef> arguments) {
    LLVMValueRef function = LLVMGetNamedFunction(module.module(), name);
    if (!Handles.present(function)) {
      throw new LlvmException("there is no " + name);
    }
    PointerPointer<LLVMValueRef> array =
        new PointerPointer<>(arguments.toArray(new LLVMValueRef[0]));
    return LLVMBuildCall2(
        builder, LLVMGlobalGetValueType(function), function, array, arguments.size(), "");
  }

  @Override
  public void close() {
    LLVMDisposeBuilder(builder);
  }
}
