package fencepost.program.instrument;

import static org.bytedeco.llvm.global.LLVM.*;

import fencepost.program.llvm.DebugScopes;
import fencepost.program.llvm.Handles;
import fencepost.program.llvm.LlvmModule;
import fencepost.trace.Sites;
import java.nio.charset.StandardCharsets;
import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.javacpp.PointerPointer;
import org.bytedeco.llvm.LLVM.LLVMMetadataRef;
import org.bytedeco.llvm.LLVM.LLVMTypeRef;
import org.bytedeco.llvm.LLVM.LLVMValueRef;

/**
 * The table of sites: where the accesses and calls of a program stand in its source. It is a
 * section of the program; an entry is text, and its address, and one as of a return address, stands
 * for the site in records.
 *
 * <pre>
 *   variable \n file \t line \t column \t function \n  (the same for the callers it was inlined into)  \0
 * </pre>
 */
public final class SiteSection {
  /** The section of a program that is made of these tables. */
  public static final String SECTION = "fencepost_sites";

  /** Alignment tells sites apart where the runtime hashes their addresses. */
  private static final int ALIGNMENT = 8;

  private final LlvmModule module;
  private final LLVMTypeRef pointer;
  private final LLVMTypeRef character;

  SiteSection(LlvmModule module) {
    this.module = module;
    this.pointer = LLVMPointerTypeInContext(module.context(), 0);
    this.character = LLVMInt8TypeInContext(module.context());
  }

  /**
   * What stands for an instruction in records; null as a pointer if it has no place of its own.
   * What headers of the C++ library do is reported where it is used: only debug information tells
   * where the optimiser will have put it.
   */
  LLVMValueRef site(LLVMValueRef instruction, String variable) {
    LLVMMetadataRef location = LLVMInstructionGetDebugLoc(instruction);
    if (!Handles.present(location) || LLVMDILocationGetLine(location) == 0) {
      return LLVMConstNull(pointer);
    }
    StringBuilder text = new StringBuilder(variable).append('\n');
    DebugScopes scopes = new DebugScopes(module.context());
    String file = "";
    for (LLVMMetadataRef at = location; Handles.present(at); at = LLVMDILocationGetInlinedAt(at)) {
      LLVMMetadataRef scope = LLVMDILocationGetScope(at);
      file = scopes.file(scope);
      text.append(file).append('\t').append(LLVMDILocationGetLine(at)).append('\t');
      text.append(LLVMDILocationGetColumn(at)).append('\t');
      text.append(scopes.function(scope)).append('\n');
    }
    return Sites.isInLibrary(file) ? LLVMConstNull(pointer) : entry(text.toString());
  }

  private LLVMValueRef entry(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    BytePointer content = new BytePointer(bytes);
    LLVMValueRef string =
        LLVMConstStringInContext2(module.context(), content, bytes.length, 0); // ends with a zero
    LLVMValueRef entry = LLVMAddGlobal(module.module(), LLVMTypeOf(string), "fencepost.site");
    LLVMSetInitializer(entry, string);
    LLVMSetLinkage(entry, LLVMInternalLinkage);
    LLVMSetGlobalConstant(entry, 1);
    LLVMSetSection(entry, SECTION);
    LLVMSetAlignment(entry, ALIGNMENT);
    LLVMValueRef one = LLVMConstInt(LLVMInt64TypeInContext(module.context()), 1, 0);
    return LLVMConstGEP2(character, entry, new PointerPointer<>(new LLVMValueRef[] {one}), 1);
  }
}
