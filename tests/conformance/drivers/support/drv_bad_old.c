// Made for version 1.
#include "drv_bad.h"

ENTRY("drv_bad_old", USUAL_MARKER, 1, USUAL_MINOR, NULL);

DRIVER_INIT(drv_bad_old) { return &entry; }
