// Its entry has another name than its file.
#include "drv_bad.h"

ENTRY("somebody_else", USUAL_MARKER, USUAL_MAJOR, USUAL_MINOR, NULL);

DRIVER_INIT(drv_bad_name) { return &entry; }
