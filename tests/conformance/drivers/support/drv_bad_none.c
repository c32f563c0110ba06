// Returns no entry.
#include "drv_bad.h"

ENTRY("drv_bad_none", USUAL_MARKER, USUAL_MAJOR, USUAL_MINOR, NULL);

DRIVER_INIT(drv_bad_none) { return entry.start == NULL ? &entry : NULL; }
