// Calls a function that no machine has.
#include "drv_bad.h"

extern int function_of_a_later_release(void);
static int calls(void) { return function_of_a_later_release(); }

ENTRY("drv_bad_symbol", USUAL_MARKER, USUAL_MAJOR, USUAL_MINOR, calls);

DRIVER_INIT(drv_bad_symbol) { return &entry; }
