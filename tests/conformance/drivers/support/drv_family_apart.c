// As drv_family, with a lock for each port.
#define NAME drv_family_apart
#define FLAGS ERL_DRV_FLAG_USE_PORT_LOCKING
#include "drv_family.c"
