// The entry of a driver with one thing that is wrong, as the file that uses it says.
#pragma once
#include <erl_driver.h>
#include <stddef.h>

static ErlDrvData start(ErlDrvPort port, char* command) { return (ErlDrvData)port; }

#define ENTRY(name, marker, major, minor, initialise) \
  static ErlDrvEntry entry = {.init = initialise, \
                              .start = start, \
                              .driver_name = name, \
                              .extended_marker = (int)marker, \
                              .major_version = major, \
                              .minor_version = minor}
#define USUAL_MARKER ERL_DRV_EXTENDED_MARKER
#define USUAL_MAJOR ERL_DRV_EXTENDED_MAJOR_VERSION
#define USUAL_MINOR ERL_DRV_EXTENDED_MINOR_VERSION
