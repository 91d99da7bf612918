package fencepost.report;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The table of sites in a program that was instrumented with {@code --fast}: a section of texts.
 *
 * <pre>
 *   variable \n file \t line \t column \t function \n  (the same for the callers it was inlined into)  \0
 * </pre>
 */
final class SiteTable {
  private static final String SECTION = "fencepost_sites";
  private static final SiteTable EMPTY = new SiteTable(0, ByteBuffer.allocate(0));

  // The header of an ELF file of 64 bits, and of its sections.
  private static final int SECTIONS_AT = 40;
  private static final int SECTION_SIZE_AT = 58;
  private static final int SECTION_COUNT_AT = 60;
  private static final int SECTION_NAMES_AT = 62;
  private static final int ADDRESS_AT = 16;
  private static final int OFFSET_AT = 24;
  private static final int SIZE_AT = 32;

  private final long address;
  private final ByteBuffer texts;

  /**
   * What is known of a site.
   *
   * @param variable what it accesses; empty if unknown
   * @param places its own, and those of the calls that it was inlined into
   */
  record Entry(String variable, List<SourcePlace> places) {}

  private SiteTable(long address, ByteBuffer texts) {
    this.address = address;
    this.texts = texts;
  }

  /** The table of a file of code; empty if it has none. */
  static SiteTable of(String file) {
    try (FileChannel channel = FileChannel.open(Path.of(file))) {
      ByteBuffer elf = channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size());
      return find(elf.order(ByteOrder.LITTLE_ENDIAN));
    } catch (IOException | IndexOutOfBoundsException e) {
      return EMPTY; // gone, or no such file; then the other tools will have nothing to say, either
    }
  }

  private static SiteTable find(ByteBuffer elf) {
    int size = elf.getShort(SECTION_SIZE_AT);
    int first = Math.toIntExact(elf.getLong(SECTIONS_AT));
    int names = position(elf, first + size * elf.getShort(SECTION_NAMES_AT));
    for (int i = 0; i < elf.getShort(SECTION_COUNT_AT); i++) {
      int header = first + size * i;
      if (text(elf, names + elf.getInt(header)).equals(SECTION)) {
        int length = Math.toIntExact(elf.getLong(header + SIZE_AT));
        return new SiteTable(
            elf.getLong(header + ADDRESS_AT), elf.slice(position(elf, header), length));
      }
    }
    return EMPTY;
  }

  private static int position(ByteBuffer elf, int header) {
    return Math.toIntExact(elf.getLong(header + OFFSET_AT));
  }

  private static String text(ByteBuffer bytes, int from) {
    int to = from;
    while (bytes.get(to) != 0) {
      to++;
    }
    byte[] text = new byte[to - from];
    bytes.get(from, text);
    return new String(text, StandardCharsets.UTF_8);
  }

  /** The entry at an address, as the file itself counts it; null if that is not in the table. */
  @Nullable Entry at(long offset) {
    if (offset < address || offset - address >= texts.limit()) {
      return null;
    }
    List<String> lines = text(texts, (int) (offset - address)).lines().toList();
    List<SourcePlace> places = new ArrayList<>();
    for (String line : lines.subList(1, lines.size())) {
      String[] words = line.split("\t", -1);
      places.add(
          new SourcePlace(
              words[0], Integer.parseInt(words[1]), Integer.parseInt(words[2]), words[3]));
    }
    return new Entry(lines.get(0), places);
  }
}
