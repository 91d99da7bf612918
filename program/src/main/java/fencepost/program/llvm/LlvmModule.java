package fencepost.program.llvm;

import static org.bytedeco.llvm.global.LLVM.*;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.function.Predicate;
import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.llvm.LLVM.LLVMContextRef;
import org.bytedeco.llvm.LLVM.LLVMErrorRef;
import org.bytedeco.llvm.LLVM.LLVMMemoryBufferRef;
import org.bytedeco.llvm.LLVM.LLVMModuleRef;
import org.bytedeco.llvm.LLVM.LLVMPassBuilderOptionsRef;
import org.bytedeco.llvm.LLVM.LLVMValueRef;

/** A module inside LLVM, in a context of its own. */
public final class LlvmModule implements AutoCloseable {
  static {
    Llvm.load();
  }

  private final LLVMContextRef context;
  private final LLVMModuleRef module;

  private LlvmModule(byte[] content, String name) {
    context = LLVMContextCreate();
    module = parse(context, content, name);
  }

  private static LLVMModuleRef parse(LLVMContextRef context, byte[] content, String name) {
    LLVMMemoryBufferRef buffer =
        LLVMCreateMemoryBufferWithMemoryRangeCopy(
            new BytePointer(content), content.length, new BytePointer(name));
    LLVMModuleRef module = new LLVMModuleRef();
    BytePointer message = new BytePointer();
    if (LLVMParseIRInContext(context, buffer, module, message) != 0) {
      throw new LlvmException(name + ": " + message.getString());
    }
    return module;
  }

  /** Reads bitcode, or IR as text. */
  public static LlvmModule parse(byte[] content, String name) {
    return new LlvmModule(content, name);
  }

  /** Reads IR as text. */
  public static LlvmModule parse(String text) {
    return parse(text.getBytes(StandardCharsets.UTF_8), "text");
  }

  public LLVMModuleRef module() {
    return module;
  }

  public LLVMContextRef context() {
    return context;
  }

  /** Runs passes, named as for {@code opt -passes}. */
  public void run(String passes, Target target) {
    LLVMPassBuilderOptionsRef options = LLVMCreatePassBuilderOptions();
    try {
      LLVMPassBuilderOptionsSetLoopVectorization(options, target.vectorizes() ? 1 : 0);
      LLVMPassBuilderOptionsSetLoopInterleaving(options, target.vectorizes() ? 1 : 0);
      LLVMPassBuilderOptionsSetSLPVectorization(options, target.vectorizes() ? 1 : 0);
      LLVMErrorRef error = LLVMRunPasses(module, passes, target.machine(), options);
      if (Handles.present(error)) {
        throw new LlvmException(LLVMGetErrorMessage(error).getString());
      }
    } finally {
      LLVMDisposePassBuilderOptions(options);
    }
  }

  /** Adds another module of the same program. */
  public void link(byte[] content, String name) {
    if (LLVMLinkModules2(module, parse(context, content, name)) != 0) {
      throw new LlvmException(name + " cannot be linked with the other files");
    }
  }

  /** Adds of another module what this one declares, and what that needs. */
  public void linkNeeded(byte[] content, String name) {
    LLVMModuleRef other = parse(context, content, name);
    LLVMValueRef value = LLVMGetFirstFunction(other);
    for (; Handles.present(value); value = LLVMGetNextFunction(value)) {
      makeOptional(value);
    }
    value = LLVMGetFirstGlobal(other);
    for (; Handles.present(value); value = LLVMGetNextGlobal(value)) {
      makeOptional(value);
    }
    if (LLVMLinkModules2(module, other) != 0) {
      throw new LlvmException(name + " cannot be linked with the other files");
    }
  }

  /** The linker takes a definition that may be left out only where there is a use of it. */
  private static void makeOptional(LLVMValueRef value) {
    int linkage = LLVMGetLinkage(value);
    if (LLVMIsDeclaration(value) == 0
        && (linkage == LLVMExternalLinkage || linkage == LLVMWeakODRLinkage)) {
      LLVMSetLinkage(value, LLVMLinkOnceODRLinkage);
    }
  }

  /**
   * Adds another module without those of its functions that are not wanted, as far as no other
   * value of it refers to them. What they consist of is never read: wanted must be all that the
   * others call.
   */
  public void linkWanted(byte[] bitcode, String name, Predicate<String> isWanted) {
    LLVMMemoryBufferRef buffer =
        LLVMCreateMemoryBufferWithMemoryRangeCopy(
            new BytePointer(bitcode), bitcode.length, new BytePointer(name));
    LLVMModuleRef other = new LLVMModuleRef();
    if (LLVMGetBitcodeModuleInContext2(context, buffer, other) != 0) {
      throw new LlvmException(name + " is no bitcode");
    }
    LLVMValueRef next;
    for (LLVMValueRef f = LLVMGetFirstFunction(other); Handles.present(f); f = next) {
      next = LLVMGetNextFunction(f);
      boolean visible = LLVMIsDeclaration(f) == 0 && LLVMGetLinkage(f) == LLVMExternalLinkage;
      if (visible
          && !Handles.present(LLVMGetFirstUse(f))
          && !isWanted.test(LLVMGetValueName(f).getString())) {
        LLVMDeleteFunction(f);
      }
    }
    if (LLVMLinkModules2(module, other) != 0) {
      throw new LlvmException(name + " cannot be linked with the other files");
    }
  }

  /** Adds what is given as text. */
  public void link(String text) {
    LLVMModuleRef other = parse(context, text.getBytes(StandardCharsets.UTF_8), "text");
    LLVMSetDataLayout(other, LLVMGetDataLayoutStr(module));
    LLVMSetTarget(other, LLVMGetTarget(module));
    if (LLVMLinkModules2(module, other) != 0) {
      throw new LlvmException("cannot be linked: " + text);
    }
  }

  /** Throws if the module is not well formed. */
  public void verify() {
    BytePointer message = new BytePointer();
    if (LLVMVerifyModule(module, LLVMReturnStatusAction, message) != 0) {
      throw new LlvmException(message.getString());
    }
  }

  /** Writes an object file. */
  public void emit(Path object, Target target) {
    BytePointer message = new BytePointer();
    if (LLVMTargetMachineEmitToFile(
            target.machine(), module, new BytePointer(object.toString()), LLVMObjectFile, message)
        != 0) {
      throw new LlvmException(message.getString());
    }
  }

  /** A number for the module as it is now, by all that is in it. */
  public String digest() {
    LLVMMemoryBufferRef buffer = LLVMWriteBitcodeToMemoryBuffer(module);
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      long size = LLVMGetBufferSize(buffer);
      digest.update(LLVMGetBufferStart(buffer).capacity(size).asByteBuffer());
      return HexFormat.of().formatHex(digest.digest());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    } finally {
      LLVMDisposeMemoryBuffer(buffer);
    }
  }

  /** The module as text. */
  public String text() {
    BytePointer text = LLVMPrintModuleToString(module);
    try {
      return text.getString();
    } finally {
      LLVMDisposeMessage(text);
    }
  }

  @Override
  public void close() {
    LLVMDisposeModule(module);
    LLVMContextDispose(context);
  }
}
