package fencepost.program.ir;

import static org.bytedeco.llvm.global.LLVM.*;

import java.util.ArrayList;
import java.util.List;
import org.bytedeco.llvm.LLVM.LLVMTypeRef;
import org.bytedeco.llvm.LLVM.LLVMValueRef;

/** Takes a {@code getelementptr} apart, into bytes. */
final class AddressReader {
  private long offset;
  private final List<AddressOf.Scale> scales = new ArrayList<>();

  AddressReader(TypeReader types, LLVMValueRef address) {
    LLVMTypeRef type = LLVMGetGEPSourceElementType(address);
    for (int i = 1; i < LLVMGetNumOperands(address); i++) {
      LLVMValueRef index = LLVMGetOperand(address, i);
      if (i > 1 && LLVMGetTypeKind(type) == LLVMStructTypeKind) {
        int field = (int) LLVMConstIntGetZExtValue(index);
        offset += types.offset(type, field);
        type = LLVMStructGetTypeAtIndex(type, field);
        continue;
      }
      if (i > 1) {
        type = LLVMGetElementType(type);
      }
      if (LLVMGetValueKind(index) == LLVMConstantIntValueKind) {
        offset += LLVMConstIntGetSExtValue(index) * types.stride(type);
      } else {
        scales.add(new AddressOf.Scale(i, types.stride(type)));
      }
    }
  }

  long offset() {
    return offset;
  }

  List<AddressOf.Scale> scales() {
    return scales;
  }
}
