package fencepost.program.ir;

import static fencepost.program.llvm.Handles.present;
import static org.bytedeco.llvm.global.LLVM.*;

import fencepost.program.llvm.Handles;
import fencepost.program.llvm.LlvmModule;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.bytedeco.javacpp.SizeTPointer;
import org.bytedeco.llvm.LLVM.LLVMBasicBlockRef;
import org.bytedeco.llvm.LLVM.LLVMModuleRef;
import org.bytedeco.llvm.LLVM.LLVMValueRef;

/** Copies a module out of LLVM. */
public final class ModuleReader {
  private final LLVMModuleRef module;
  private final TypeReader types;
  private final ConstantReader constants;
  private final Map<Long, Value> values = new HashMap<>();
  private final Map<Long, Block> blocks = new HashMap<>();
  private final Map<Value, String> names = new HashMap<>();
  private final List<Function> functions = new ArrayList<>();
  private final List<GlobalVariable> variables = new ArrayList<>();

  private ModuleReader(LlvmModule module) {
    this.module = module.module();
    this.types = new TypeReader(this.module);
    this.constants = new ConstantReader(types, values);
  }

  /** The module as it is now. */
  public static Module read(LlvmModule module) {
    ModuleReader reader = new ModuleReader(module);
    reader.declareVariables();
    reader.declareFunctions();
    reader.readInitializers();
    reader.functions.forEach(reader::readBody);
    SizeTPointer length = new SizeTPointer(1);
    String name = LLVMGetModuleIdentifier(reader.module, length).getString();
    IdentityHashMap<Value, Long> handles = new IdentityHashMap<>();
    reader.values.forEach((handle, value) -> handles.put(value, handle));
    return new Module(
        name, List.copyOf(reader.functions), List.copyOf(reader.variables), handles, reader.names);
  }

  private static String name(LLVMValueRef value) {
    return LLVMGetValueName(value).getString();
  }

  private static boolean local(LLVMValueRef value) {
    int linkage = LLVMGetLinkage(value);
    return linkage == LLVMInternalLinkage || linkage == LLVMPrivateLinkage;
  }

  // ---- what has a name ----

  private void declareVariables() {
    for (LLVMValueRef v = LLVMGetFirstGlobal(module); present(v); v = LLVMGetNextGlobal(v)) {
      boolean defined = LLVMIsDeclaration(v) == 0;
      declare(
          v,
          new GlobalVariable(
              name(v),
              types.of(LLVMTypeOf(v)),
              local(v),
              defined,
              false,
              LLVMIsGlobalConstant(v) != 0,
              types.size(LLVMGlobalGetValueType(v))));
    }
    for (LLVMValueRef a = LLVMGetFirstGlobalAlias(module);
        present(a);
        a = LLVMGetNextGlobalAlias(a)) {
      declare(
          a, new GlobalVariable(name(a), types.of(LLVMTypeOf(a)), local(a), true, true, false, 0));
    }
  }

  private void declare(LLVMValueRef value, GlobalVariable variable) {
    variables.add(variable);
    values.put(value.address(), variable);
  }

  private void declareFunctions() {
    for (LLVMValueRef f = LLVMGetFirstFunction(module); present(f); f = LLVMGetNextFunction(f)) {
      var type = LLVMGlobalGetValueType(f);
      Function function =
          new Function(
              name(f),
              types.of(LLVMTypeOf(f)),
              local(f),
              LLVMIsFunctionVarArg(type) != 0,
              f.address());
      for (int i = 0; i < LLVMCountParams(f); i++) {
        LLVMValueRef parameter = LLVMGetParam(f, i);
        IrType parameterType = types.of(LLVMTypeOf(parameter));
        Argument argument = new Argument(function, i, parameterType, parameter.address());
        function.add(argument);
        values.put(parameter.address(), argument);
      }
      functions.add(function);
      values.put(f.address(), function);
    }
  }

  private void readInitializers() {
    for (LLVMValueRef v = LLVMGetFirstGlobal(module); present(v); v = LLVMGetNextGlobal(v)) {
      initialize(v, LLVMGetInitializer(v));
    }
    for (LLVMValueRef a = LLVMGetFirstGlobalAlias(module);
        present(a);
        a = LLVMGetNextGlobalAlias(a)) {
      initialize(a, LLVMAliasGetAliasee(a));
    }
  }

  private void initialize(LLVMValueRef value, LLVMValueRef initializer) {
    if (present(initializer) && values.get(value.address()) instanceof GlobalVariable variable) {
      variable.setInitializer(constants.read(initializer));
    }
  }

  // ---- bodies ----

  private void readBody(Function function) {
    LLVMValueRef f = Handles.value(function.handle());
    InstructionReader reader = new InstructionReader(types, blocks);
    int index = 0;
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f);
        present(b);
        b = LLVMGetNextBasicBlock(b)) {
      Block block = new Block(function, index++, b.address());
      blocks.put(b.address(), block);
      function.add(block);
    }
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f);
        present(b);
        b = LLVMGetNextBasicBlock(b)) {
      for (LLVMValueRef i = LLVMGetFirstInstruction(b); present(i); i = LLVMGetNextInstruction(i)) {
        Instruction made = reader.read(i, Objects.requireNonNull(blocks.get(b.address())));
        values.put(i.address(), made);
        if (made.opcode() == Opcode.ALLOCA && !name(i).isEmpty()) {
          names.put(made, name(i));
        }
      }
    }
    reader.connect(constants);
  }
}
