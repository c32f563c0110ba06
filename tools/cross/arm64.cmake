# Toolchain of the preset `arm64`: the same clang 19, for AArch64, against Debian's arm64 packages that
# tools/setup --arm64 unpacked below build/. Nothing of the machine's own /usr is searched for libraries.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
get_filename_component(SONDE_CROSS "${CMAKE_CURRENT_LIST_DIR}/../../build/cross-arm64" ABSOLUTE)
set(CMAKE_SYSROOT "${SONDE_CROSS}/sysroot")
if(NOT EXISTS "${CMAKE_SYSROOT}/usr/lib/aarch64-linux-gnu/libc.so")
  message(FATAL_ERROR "no arm64 libraries in ${CMAKE_SYSROOT}: run tools/setup --arm64")
endif()

set(CMAKE_C_COMPILER clang-19)
set(CMAKE_CXX_COMPILER clang++-19)
set(CMAKE_C_COMPILER_TARGET aarch64-linux-gnu)
set(CMAKE_CXX_COMPILER_TARGET aarch64-linux-gnu)
# For CMake's own first program; everything else is linked with lld anyway.
set(CMAKE_EXE_LINKER_FLAGS_INIT -fuse-ld=lld)
set(CMAKE_CROSSCOMPILING_EMULATOR "${SONDE_CROSS}/qemu-aarch64;-L;${CMAKE_SYSROOT}")

# LLVM's CMake files would ask this of a C compiler, and the project has no C.
set(HAVE_FFI_CALL TRUE)

# LLVM's package lies outside the usual folders.
list(APPEND CMAKE_PREFIX_PATH "${CMAKE_SYSROOT}/usr/lib/llvm-19" "${CMAKE_SYSROOT}/usr/lib/erlang/usr")
set(CMAKE_FIND_ROOT_PATH "${CMAKE_SYSROOT}")
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
