package fencepost.program.ir;

import static org.bytedeco.llvm.global.LLVM.*;

import java.util.HashMap;
import java.util.Map;
import org.bytedeco.llvm.LLVM.LLVMModuleRef;
import org.bytedeco.llvm.LLVM.LLVMTargetDataRef;
import org.bytedeco.llvm.LLVM.LLVMTypeRef;

/** Types and sizes, as the target lays them out. */
final class TypeReader {
  private final LLVMTargetDataRef layout;
  private final Map<Long, IrType> types = new HashMap<>();

  TypeReader(LLVMModuleRef module) {
    layout = LLVMGetModuleDataLayout(module);
  }

  IrType of(LLVMTypeRef type) {
    return types.computeIfAbsent(type.address(), key -> make(type));
  }

  private IrType make(LLVMTypeRef type) {
    IrType.Kind kind = kind(type);
    boolean sized = kind != IrType.Kind.VOID && LLVMTypeIsSized(type) != 0;
    return new IrType(kind, sized ? LLVMStoreSizeOfType(layout, type) : 0, bits(type, kind));
  }

  private int bits(LLVMTypeRef type, IrType.Kind kind) {
    boolean vector = LLVMGetTypeKind(type) == LLVMVectorTypeKind;
    return switch (kind) {
      case INTEGER, POINTER -> (int) LLVMSizeOfTypeInBits(layout, type);
      case FLOAT -> vector ? 0 : (int) LLVMSizeOfTypeInBits(layout, type);
      default -> 0;
    };
  }

  private static IrType.Kind kind(LLVMTypeRef type) {
    int kind = LLVMGetTypeKind(type);
    if (kind == LLVMVoidTypeKind) {
      return IrType.Kind.VOID;
    } else if (kind == LLVMIntegerTypeKind) {
      return IrType.Kind.INTEGER;
    } else if (kind == LLVMPointerTypeKind) {
      return IrType.Kind.POINTER;
    } else if (kind == LLVMStructTypeKind || kind == LLVMArrayTypeKind) {
      return IrType.Kind.AGGREGATE;
    } else if (kind == LLVMVectorTypeKind || kind == LLVMScalableVectorTypeKind) {
      boolean numbers = kind(LLVMGetElementType(type)) == IrType.Kind.FLOAT;
      return numbers ? IrType.Kind.FLOAT : IrType.Kind.AGGREGATE;
    }
    return isFloat(kind) ? IrType.Kind.FLOAT : IrType.Kind.OTHER;
  }

  private static boolean isFloat(int kind) {
    return kind == LLVMHalfTypeKind
        || kind == LLVMBFloatTypeKind
        || kind == LLVMFloatTypeKind
        || kind == LLVMDoubleTypeKind
        || kind == LLVMX86_FP80TypeKind
        || kind == LLVMFP128TypeKind
        || kind == LLVMPPC_FP128TypeKind;
  }

  /** The distance between elements of an array of it. */
  long stride(LLVMTypeRef type) {
    return LLVMABISizeOfType(layout, type);
  }

  /** Bytes of a variable of it. */
  long size(LLVMTypeRef type) {
    return LLVMTypeIsSized(type) != 0 ? LLVMABISizeOfType(layout, type) : 0;
  }

  /** How many elements an array has. */
  long length(LLVMTypeRef type) {
    return LLVMGetTypeKind(type) == LLVMArrayTypeKind ? LLVMGetArrayLength2(type) : 0;
  }

  long offset(LLVMTypeRef struct, int field) {
    return LLVMOffsetOfElement(layout, struct, field);
  }
}
