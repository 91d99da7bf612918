package fencepost.program.ir;

import static org.bytedeco.llvm.global.LLVM.*;

import fencepost.program.llvm.Handles;
import java.util.ArrayList;
import java.util.List;
import org.bytedeco.llvm.LLVM.LLVMTypeRef;
import org.bytedeco.llvm.LLVM.LLVMUseRef;
import org.bytedeco.llvm.LLVM.LLVMValueRef;

/** Takes a {@code getelementptr} apart, into bytes. */
final class AddressReader {
  /** So many elements of arrays are told apart. */
  private static final int MOST = 16;

  private final TypeReader types;
  private long offset;
  private final List<AddressOf.Scale> scales = new ArrayList<>();
  private List<Long> distances = List.of(0L); // empty if unknown

  AddressReader(TypeReader types, LLVMValueRef address) {
    this.types = types;
    LLVMTypeRef type = LLVMGetGEPSourceElementType(address);
    int operands = LLVMGetNumOperands(address);
    for (int i = 1; i < operands; i++) {
      LLVMValueRef index = LLVMGetOperand(address, i);
      if (i > 1 && LLVMGetTypeKind(type) == LLVMStructTypeKind) {
        int field = (int) LLVMConstIntGetZExtValue(index);
        offset += types.offset(type, field);
        type = LLVMStructGetTypeAtIndex(type, field);
        continue;
      }
      long length = i > 1 ? types.length(type) : 0;
      if (i > 1) {
        type = LLVMGetElementType(type);
      }
      if (LLVMGetValueKind(index) == LLVMConstantIntValueKind) {
        offset += LLVMConstIntGetSExtValue(index) * types.stride(type);
      } else {
        scales.add(new AddressOf.Scale(i, types.stride(type)));
        vary(type, length, i == operands - 1 && isKept(address) ? length + 1 : length);
      }
    }
  }

  /**
   * An index of an array is in its bounds, as C wants it (6.5.6). An array of one may be declared
   * so and be longer.
   *
   * @param places one more than the length if the address may be that behind the last element
   */
  private void vary(LLVMTypeRef element, long length, long places) {
    List<Long> all = new ArrayList<>();
    if (length > 1 && places * distances.size() <= MOST) {
      for (long distance : distances) {
        for (long place = 0; place < places; place++) {
          all.add(distance + place * types.stride(element));
        }
      }
    }
    distances = all;
  }

  /** Whether an address is used for more than a load or store there. */
  private static boolean isKept(LLVMValueRef address) {
    for (LLVMUseRef use = LLVMGetFirstUse(address);
        Handles.present(use);
        use = LLVMGetNextUse(use)) {
      LLVMValueRef user = LLVMGetUser(use);
      boolean loads = Handles.present(LLVMIsALoadInst(user));
      boolean stores =
          Handles.present(LLVMIsAStoreInst(user)) && !LLVMGetOperand(user, 0).equals(address);
      if (!loads && !stores) {
        return true;
      }
    }
    return false;
  }

  long offset() {
    return offset;
  }

  /** All distances that there can be; empty if they are not known. */
  List<Long> distances() {
    return distances.stream().map(distance -> distance + offset).toList();
  }

  List<AddressOf.Scale> scales() {
    return scales;
  }
}
