package fencepost.program.llvm;

import static org.bytedeco.llvm.global.LLVM.*;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.llvm.LLVM.LLVMBinaryRef;
import org.bytedeco.llvm.LLVM.LLVMMemoryBufferRef;
import org.bytedeco.llvm.LLVM.LLVMSectionIteratorRef;

/** Sections of object files. */
public final class ObjectSections {
  static {
    Llvm.load();
  }

  private ObjectSections() {}

  /** The sections whose names begin with a prefix; none if it is not an object file. */
  public static Map<String, byte[]> read(Path object, String prefix) throws IOException {
    byte[] content = Files.readAllBytes(object);
    LLVMMemoryBufferRef buffer =
        LLVMCreateMemoryBufferWithMemoryRangeCopy(
            new BytePointer(content), content.length, new BytePointer(object.toString()));
    BytePointer message = new BytePointer();
    LLVMBinaryRef binary = LLVMCreateBinary(buffer, LLVMGetGlobalContext(), message);
    if (!Handles.present(binary)) {
      LLVMDisposeMemoryBuffer(buffer);
      return Map.of();
    }
    try {
      return read(binary, prefix);
    } finally {
      LLVMDisposeBinary(binary);
      LLVMDisposeMemoryBuffer(buffer);
    }
  }

  private static Map<String, byte[]> read(LLVMBinaryRef binary, String prefix) {
    Map<String, byte[]> sections = new HashMap<>();
    LLVMSectionIteratorRef section = LLVMObjectFileCopySectionIterator(binary);
    if (!Handles.present(section)) {
      return sections; // an archive, or something else without sections
    }
    while (LLVMObjectFileIsSectionIteratorAtEnd(binary, section) == 0) {
      BytePointer name = LLVMGetSectionName(section);
      if (Handles.present(name) && name.getString().startsWith(prefix)) {
        byte[] bytes = new byte[(int) LLVMGetSectionSize(section)];
        LLVMGetSectionContents(section).limit(bytes.length).get(bytes);
        sections.put(name.getString(), bytes);
      }
      LLVMMoveToNextSection(section);
    }
    LLVMDisposeSectionIterator(section);
    return sections;
  }
}
