/*
 * What functions of the C library do with the program's memory: strings, blocks, formatted output, sorting, unmapping. The
 * linker redirects the plain names to the recording ones; while nothing is recorded they only pass the call on.
 */
#define _GNU_SOURCE
#include "fencepost.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <sys/mman.h>

#define PC __builtin_return_address(0)
#define WRAPPED(result, name, parameters) \
  result __real_##name parameters;        \
  result __wrap_##name parameters

size_t __real_strlen(const char *text);
void *__real_memchr(const void *block, int byte, size_t size);

static size_t smaller(size_t a, size_t b) { return a < b ? a : b; }

/* The bytes of a text with its end, and of one that may also end after so many bytes. */
static size_t bytes(const char *text) { return __real_strlen(text) + 1; }
static size_t bytes_within(const char *text, size_t most) {
  const char *end = __real_memchr(text, 0, most);
  return end == NULL ? most : (size_t)(end - text) + 1;
}

/* The bytes that a comparison looks at: as far as the texts agree, and one more. */
static size_t compared(const char *a, const char *b, size_t most) {
  size_t n = 0;
  while (n < most && a[n] == b[n] && a[n] != 0) n++;
  return smaller(n + 1, most);
}

static void copied(void *to, const void *from, size_t size, const void *pc) {
  fp_load(from, size, pc);
  fp_store(to, size, pc);
}

/* ---- copying ---- */

WRAPPED(char *, strcpy, (char *to, const char *from)) {
  if (fp_recording) copied(to, from, bytes(from), PC);
  return __real_strcpy(to, from);
}

WRAPPED(char *, stpcpy, (char *to, const char *from)) {
  if (fp_recording) copied(to, from, bytes(from), PC);
  return __real_stpcpy(to, from);
}

WRAPPED(char *, strncpy, (char *to, const char *from, size_t size)) {
  if (fp_recording) {
    fp_load(from, bytes_within(from, size), PC);
    fp_store(to, size, PC); /* filled up with zeros */
  }
  return __real_strncpy(to, from, size);
}

WRAPPED(char *, strcat, (char *to, const char *from)) {
  if (fp_recording) {
    size_t before = __real_strlen(to);
    fp_load(to, before + 1, PC);
    copied(to + before, from, bytes(from), PC);
  }
  return __real_strcat(to, from);
}

WRAPPED(char *, strncat, (char *to, const char *from, size_t most)) {
  if (fp_recording) {
    size_t before = __real_strlen(to), size = bytes_within(from, most);
    fp_load(to, before + 1, PC);
    fp_load(from, size, PC);
    fp_store(to + before, size == 0 || from[size - 1] != 0 ? size + 1 : size, PC);
  }
  return __real_strncat(to, from, most);
}

WRAPPED(char *, strdup, (const char *text)) {
  if (fp_recording) fp_load(text, bytes(text), PC);
  return fp_new_block(__real_strdup(text), PC);
}

WRAPPED(char *, strndup, (const char *text, size_t most)) {
  if (fp_recording) fp_load(text, bytes_within(text, most), PC);
  return fp_new_block(__real_strndup(text, most), PC);
}

WRAPPED(void *, mempcpy, (void *to, const void *from, size_t size)) {
  copied(to, from, size, PC);
  return __real_mempcpy(to, from, size);
}

WRAPPED(void, bcopy, (const void *from, void *to, size_t size)) {
  copied(to, from, size, PC);
  __real_bcopy(from, to, size);
}

WRAPPED(void, bzero, (void *to, size_t size)) {
  fp_store(to, size, PC);
  __real_bzero(to, size);
}

/* ---- comparing and searching ---- */

WRAPPED(size_t, strlen, (const char *text)) {
  size_t length = __real_strlen(text);
  fp_load(text, length + 1, PC);
  return length;
}

WRAPPED(size_t, strnlen, (const char *text, size_t most)) {
  if (fp_recording) fp_load(text, bytes_within(text, most), PC);
  return __real_strnlen(text, most);
}

WRAPPED(int, strcmp, (const char *a, const char *b)) {
  if (fp_recording) {
    size_t size = compared(a, b, SIZE_MAX);
    fp_load(a, size, PC);
    fp_load(b, size, PC);
  }
  return __real_strcmp(a, b);
}

WRAPPED(int, strncmp, (const char *a, const char *b, size_t most)) {
  if (fp_recording) {
    size_t size = compared(a, b, most);
    fp_load(a, size, PC);
    fp_load(b, size, PC);
  }
  return __real_strncmp(a, b, most);
}

#define COMPARES_BLOCKS(name)                                      \
  WRAPPED(int, name, (const void *a, const void *b, size_t size)) { \
    fp_load(a, size, PC);                                          \
    fp_load(b, size, PC);                                          \
    return __real_##name(a, b, size);                              \
  }
COMPARES_BLOCKS(memcmp)
COMPARES_BLOCKS(bcmp)

void *__wrap_memchr(const void *block, int byte, size_t size) {
  const char *found = __real_memchr(block, byte, size);
  fp_load(block, found == NULL ? size : (size_t)(found - (const char *)block) + 1, PC);
  return (void *)found;
}

WRAPPED(char *, strchr, (const char *text, int character)) {
  const char *found = __real_strchr(text, character);
  if (fp_recording) fp_load(text, found == NULL ? bytes(text) : (size_t)(found - text) + 1, PC);
  return (char *)found;
}

WRAPPED(char *, strrchr, (const char *text, int character)) {
  if (fp_recording) fp_load(text, bytes(text), PC);
  return __real_strrchr(text, character);
}

WRAPPED(char *, strstr, (const char *text, const char *part)) {
  if (fp_recording) {
    fp_load(text, bytes(text), PC);
    fp_load(part, bytes(part), PC);
  }
  return __real_strstr(text, part);
}

WRAPPED(void, qsort, (void *base, size_t count, size_t size, int (*order)(const void *, const void *))) {
  fp_load(base, count * size, PC);
  fp_store(base, count * size, PC);
  __real_qsort(base, count, size, order);
}

/* ---- input and output ---- */

/* A width or a precision; -1 if there is none. */
static int number(const char **at, va_list *arguments) {
  if (**at == '*') {
    ++*at;
    return va_arg(*arguments, int);
  }
  int value = -1;
  for (; **at >= '0' && **at <= '9'; ++*at) value = (value < 0 ? 0 : value * 10) + (**at - '0');
  return value;
}

static bool is_one_of(char c, const char *characters) { return c != 0 && __real_strchr(characters, c) != NULL; }

/* A conversion of a format reads the text of %s, and stores to the number of %n. Returns what stands behind it, or NULL if nothing
   is known of what follows, as of arguments that are named by their number. */
static const char *converted(const char *at, va_list *arguments, const void *pc) {
  while (is_one_of(*at, " -+#0'I")) at++;
  number(&at, arguments);
  int most = -1;
  if (*at == '.') {
    const char *behind = ++at;
    most = number(&at, arguments);
    if (at == behind) most = 0;
  }
  size_t size = sizeof(int);
  bool extended = *at == 'L';
  for (; is_one_of(*at, "hlqjztL"); at++) size = *at == 'h' ? size / 2 : sizeof(long);
  if (*at == 's' || *at == 'n') {
    char *argument = va_arg(*arguments, char *);
    if (*at == 'n') {
      fp_store(argument, size, pc);
    } else if (argument != NULL && size == sizeof(int)) { /* a text of wide characters is not looked at */
      fp_load(argument, most < 0 ? bytes(argument) : bytes_within(argument, (size_t)most), pc);
    }
  } else if (is_one_of(*at, "aAeEfFgG")) {
    if (extended) va_arg(*arguments, long double);
    else va_arg(*arguments, double);
  } else if (is_one_of(*at, "cCdiopSuxX")) {
    va_arg(*arguments, long); /* also for an int, which has as much room */
  } else if (!is_one_of(*at, "%m")) {
    return NULL;
  }
  return at + 1;
}

static void formatted(const char *format, va_list given, const void *pc) {
  if (!fp_recording) return;
  va_list arguments;
  va_copy(arguments, given);
  while (format != NULL && (format = __real_strchr(format, '%')) != NULL) format = converted(format + 1, &arguments, pc);
  va_end(arguments);
}

int __real_vfprintf(FILE *file, const char *format, va_list arguments);
int __real_vdprintf(int file, const char *format, va_list arguments);
int __real_vsprintf(char *to, const char *format, va_list arguments);
int __real_vsnprintf(char *to, size_t size, const char *format, va_list arguments);
int __real_vasprintf(char **to, const char *format, va_list arguments);

static int print(FILE *file, const char *format, va_list arguments, const void *pc) {
  formatted(format, arguments, pc);
  return __real_vfprintf(file, format, arguments);
}

static int print_to_file(int file, const char *format, va_list arguments, const void *pc) {
  formatted(format, arguments, pc);
  return __real_vdprintf(file, format, arguments);
}

static int print_text(char *to, const char *format, va_list arguments, const void *pc) {
  formatted(format, arguments, pc);
  int length = __real_vsprintf(to, format, arguments);
  if (length >= 0) fp_store(to, (size_t)length + 1, pc);
  return length;
}

static int print_within(char *to, size_t size, const char *format, va_list arguments, const void *pc) {
  formatted(format, arguments, pc);
  int length = __real_vsnprintf(to, size, format, arguments);
  if (length >= 0) fp_store(to, smaller((size_t)length + 1, size), pc);
  return length;
}

static int print_anew(char **to, const char *format, va_list arguments, const void *pc) {
  formatted(format, arguments, pc);
  int length = __real_vasprintf(to, format, arguments);
  if (length >= 0) fp_new_block(*to, pc);
  return length;
}

/* Hands the arguments of a call on as a list. */
#define LISTED(printer, ...)                                           \
  va_list arguments;                                                   \
  va_start(arguments, format);                                         \
  int length = printer(__VA_ARGS__, format, arguments, PC);            \
  va_end(arguments);                                                   \
  return length

int __wrap_vprintf(const char *format, va_list arguments) { return print(stdout, format, arguments, PC); }
int __wrap_printf(const char *format, ...) { LISTED(print, stdout); }

int __wrap_vfprintf(FILE *file, const char *format, va_list arguments) { return print(file, format, arguments, PC); }
int __wrap_fprintf(FILE *file, const char *format, ...) { LISTED(print, file); }

int __wrap_vdprintf(int file, const char *format, va_list arguments) { return print_to_file(file, format, arguments, PC); }
int __wrap_dprintf(int file, const char *format, ...) { LISTED(print_to_file, file); }

int __wrap_vsprintf(char *to, const char *format, va_list arguments) { return print_text(to, format, arguments, PC); }
int __wrap_sprintf(char *to, const char *format, ...) { LISTED(print_text, to); }

int __wrap_vsnprintf(char *to, size_t size, const char *format, va_list arguments) {
  return print_within(to, size, format, arguments, PC);
}
int __wrap_snprintf(char *to, size_t size, const char *format, ...) { LISTED(print_within, to, size); }

int __wrap_vasprintf(char **to, const char *format, va_list arguments) { return print_anew(to, format, arguments, PC); }
int __wrap_asprintf(char **to, const char *format, ...) { LISTED(print_anew, to); }

WRAPPED(size_t, fread, (void *to, size_t size, size_t count, FILE *file)) {
  size_t read = __real_fread(to, size, count, file);
  fp_store(to, size * read, PC);
  return read;
}

WRAPPED(size_t, fwrite, (const void *from, size_t size, size_t count, FILE *file)) {
  fp_load(from, size * count, PC);
  return __real_fwrite(from, size, count, file);
}

WRAPPED(char *, fgets, (char *to, int size, FILE *file)) {
  char *line = __real_fgets(to, size, file);
  if (line != NULL && fp_recording) fp_store(line, bytes(line), PC);
  return line;
}

WRAPPED(int, fputs, (const char *text, FILE *file)) {
  if (fp_recording) fp_load(text, bytes(text), PC);
  return __real_fputs(text, file);
}

WRAPPED(int, puts, (const char *text)) {
  if (fp_recording) fp_load(text, bytes(text), PC);
  return __real_puts(text);
}

/* ---- giving memory back is writing to all of it ---- */

WRAPPED(int, munmap, (void *block, size_t size)) {
  fp_free(block, size, PC);
  return __real_munmap(block, size);
}
