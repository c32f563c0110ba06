// Its init() fails.
#include "drv_bad.h"

static int fails(void) { return -1; }

ENTRY("drv_bad_init", USUAL_MARKER, USUAL_MAJOR, USUAL_MINOR, fails);

DRIVER_INIT(drv_bad_init) { return &entry; }
