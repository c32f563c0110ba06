# find_package(sonde): the target sonde::sonde. Found from where this file is, so that the folder can be moved.
include(CMakeFindDependencyMacro)
find_dependency(Threads)
get_filename_component(_sonde_prefix "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)

if(NOT EXISTS "${_sonde_prefix}/lib/libsonde.a")
  set(sonde_FOUND FALSE)
  set(sonde_NOT_FOUND_MESSAGE "${_sonde_prefix}/lib/libsonde.a: not there; it is built by the target libsonde")
  return()
endif()

if(NOT TARGET sonde::sonde)
  add_library(sonde::sonde STATIC IMPORTED)
  # -rdynamic: the compiler's library and C libraries that Erlang code loads find the machine's functions in the program.
  # -z now: the lazy binding of a call would clobber registers that hold machine state.
  set_target_properties(sonde::sonde PROPERTIES
    IMPORTED_LOCATION "${_sonde_prefix}/lib/libsonde.a"
    INTERFACE_INCLUDE_DIRECTORIES "${_sonde_prefix}/include"
    INTERFACE_COMPILE_FEATURES cxx_std_17
    INTERFACE_LINK_OPTIONS "-rdynamic;-Wl,-z,now"
    INTERFACE_LINK_LIBRARIES "spdlog;fmt;gmp;uv;z;pcre2-8;tinfo;Threads::Threads;${CMAKE_DL_LIBS}")
endif()
unset(_sonde_prefix)
