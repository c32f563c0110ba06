// Made for a version that is to come.
#include "drv_bad.h"

ENTRY("drv_bad_major", USUAL_MARKER, 4, USUAL_MINOR, NULL);

DRIVER_INIT(drv_bad_major) { return &entry; }
