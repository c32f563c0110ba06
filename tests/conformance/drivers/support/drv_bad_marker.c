// Without the mark of an extended entry.
#include "drv_bad.h"

ENTRY("drv_bad_marker", 0, USUAL_MAJOR, USUAL_MINOR, NULL);

DRIVER_INIT(drv_bad_marker) { return &entry; }
