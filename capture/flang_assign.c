/* Assignments of whole arrays that flang does not expand, and copies of array sections that are passed on. */
#include "flang.h"

RECORDED(Assign, (struct array *to, const struct array *from, const char *file, int line), (to, from, file, line),
         (all_of(from, fp_load, PC), all_of(to, fp_store, PC)))
RECORDED(CopyInAssign, (struct array *copy, const struct array *section, const char *file, int line),
         (copy, section, file, line), all_of(section, fp_load, PC))

/* The copy is freed; there is no section if nothing was written to the copy. */
void __real__FortranACopyOutAssign(struct array *section, struct array *copy, const char *file, int line);
void __wrap__FortranACopyOutAssign(struct array *section, struct array *copy, const char *file, int line) {
  all_of(section, fp_store, PC);
  all_of(copy, fp_free, PC);
  IN_LIBRARY(__real__FortranACopyOutAssign(section, copy, file, line));
}
