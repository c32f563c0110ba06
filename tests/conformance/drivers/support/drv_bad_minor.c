// Made for a version with more functions.
#include "drv_bad.h"

ENTRY("drv_bad_minor", USUAL_MARKER, USUAL_MAJOR, 99, NULL);

DRIVER_INIT(drv_bad_minor) { return &entry; }
