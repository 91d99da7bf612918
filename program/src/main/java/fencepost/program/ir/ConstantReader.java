package fencepost.program.ir;

import static org.bytedeco.llvm.global.LLVM.*;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.javacpp.SizeTPointer;
import org.bytedeco.llvm.LLVM.LLVMTypeRef;
import org.bytedeco.llvm.LLVM.LLVMValueRef;

/** Operands: what was read before, or constants. */
final class ConstantReader {
  private final TypeReader types;
  private final Map<Long, Value> values;

  ConstantReader(TypeReader types, Map<Long, Value> values) {
    this.types = types;
    this.values = values;
  }

  Value read(LLVMValueRef value) {
    Value known = values.get(value.address());
    if (known != null) {
      return known;
    }
    Value made = make(value);
    values.put(value.address(), made);
    return made;
  }

  private Value make(LLVMValueRef value) {
    IrType type = types.of(LLVMTypeOf(value));
    int kind = LLVMGetValueKind(value);
    if (kind == LLVMConstantIntValueKind && type.size() <= 8) {
      return new Constant.Number(type, LLVMConstIntGetSExtValue(value));
    } else if (kind == LLVMConstantExprValueKind) {
      return expression(value, type);
    } else if (kind == LLVMConstantStructValueKind || kind == LLVMConstantArrayValueKind) {
      return aggregate(value, type);
    } else if (kind == LLVMConstantVectorValueKind || kind == LLVMBlockAddressValueKind) {
      return new Constant.Computed(type, Opcode.OTHER, operands(value));
    } else if (kind == LLVMConstantDataArrayValueKind && LLVMIsConstantString(value) == 0) {
      return data(value, type);
    } else if (kind == LLVMInlineAsmValueKind) {
      return new Constant.Assembler(type);
    } else if (kind == LLVMGlobalIFuncValueKind) {
      return new Constant.Assembler(type); // chosen when the program is loaded: could be anything
    }
    return new Constant.Plain(type, content(value, kind, type));
  }

  private static byte[] content(LLVMValueRef value, int kind, IrType type) {
    if (kind == LLVMConstantFPValueKind) {
      double number = LLVMConstRealGetDouble(value, new int[1]);
      ByteBuffer bytes = ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN);
      return type.bits() == Float.SIZE
          ? bytes.putFloat((float) number).array()
          : bytes.putDouble(number).array();
    } else if (kind == LLVMConstantDataArrayValueKind) {
      SizeTPointer length = new SizeTPointer(1);
      BytePointer text = LLVMGetAsString(value, length);
      byte[] content = new byte[(int) length.get()];
      text.limit(content.length).get(content);
      return content;
    }
    return new byte[0];
  }

  /** Numbers, one behind the other. */
  private Value data(LLVMValueRef value, IrType type) {
    LLVMTypeRef llvmType = LLVMTypeOf(value);
    long stride = types.stride(LLVMGetElementType(llvmType));
    List<Constant.Part> parts = new ArrayList<>();
    for (int i = 0; i < (int) LLVMGetArrayLength2(llvmType); i++) {
      parts.add(new Constant.Part(i * stride, make(LLVMGetAggregateElement(value, i))));
    }
    return new Constant.Aggregate(type, parts);
  }

  private Value expression(LLVMValueRef value, IrType type) {
    int opcode = LLVMGetConstOpcode(value);
    if (opcode == LLVMGetElementPtr) {
      AddressReader address = new AddressReader(types, value);
      Value base = read(LLVMGetOperand(value, 0));
      return new Constant.Address(type, base, address.offset(), !address.scales().isEmpty());
    } else if (opcode == LLVMPtrToInt || opcode == LLVMIntToPtr || opcode == LLVMBitCast) {
      return new Constant.Address(type, read(LLVMGetOperand(value, 0)), 0, false);
    }
    return new Constant.Computed(type, InstructionReader.opcode(opcode), operands(value));
  }

  private List<Value> operands(LLVMValueRef value) {
    List<Value> operands = new ArrayList<>();
    for (int i = 0; i < LLVMGetNumOperands(value); i++) {
      LLVMValueRef operand = LLVMGetOperand(value, i);
      if (LLVMValueIsBasicBlock(operand) == 0) {
        operands.add(read(operand));
      }
    }
    return operands;
  }

  private Value aggregate(LLVMValueRef value, IrType type) {
    LLVMTypeRef llvmType = LLVMTypeOf(value);
    boolean struct = LLVMGetTypeKind(llvmType) == LLVMStructTypeKind;
    List<Constant.Part> parts = new ArrayList<>();
    for (int i = 0; i < LLVMGetNumOperands(value); i++) {
      long offset =
          struct ? types.offset(llvmType, i) : i * types.stride(LLVMGetElementType(llvmType));
      parts.add(new Constant.Part(offset, read(LLVMGetOperand(value, i))));
    }
    return new Constant.Aggregate(type, parts);
  }
}
