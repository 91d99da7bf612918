/* Pointer variables that the library deallocates: those with a status, of derived types, or polymorphic. */
#include "flang.h"

struct derived_type;

DEALLOCATES(PointerDeallocate, (struct array *variable, bool has_status, const struct array *message, const char *file, int line),
            (variable, has_status, message, file, line))
DEALLOCATES(PointerDeallocatePolymorphic,
            (struct array *variable, const struct derived_type *type, bool has_status, const struct array *message, const char *file,
             int line),
            (variable, type, has_status, message, file, line))
