# libsonde.a: all of the machine in one object file, for programs that are linked by any linker. Included by the top CMakeLists.txt, where
# `libraries` are those of a machine.

file(GLOB libsonde_sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/tools/libsonde/*.cpp)
add_library(libsonde_border STATIC ${libsonde_sources})
# The machine's classes have no type information. Exceptions of callbacks are caught here, so these files know exceptions.
target_compile_options(libsonde_border PRIVATE -fno-rtti)
target_link_libraries(libsonde_border PUBLIC ${libraries})

# One object: the machine's libraries refer to each other in both directions, and the compiler's library (sonde_llvm.so) needs all of jit/,
# which the linker would leave out of a program that does not name it. Without line tables, which would be four fifths of it.
set(libsonde ${CMAKE_BINARY_DIR}/lib/libsonde.a)
file(MAKE_DIRECTORY ${CMAKE_BINARY_DIR}/lib)
set(libsonde_parts "")
foreach(name libsonde_border ${libraries})
  list(APPEND libsonde_parts $<TARGET_FILE:${name}>)
endforeach()
add_custom_command(OUTPUT ${libsonde}
  COMMAND ${CMAKE_CXX_COMPILER} ${SONDE_TARGET_FLAGS} -r -nostdlib -fuse-ld=lld -Wl,--strip-debug -o ${libsonde}.o
          -Wl,--whole-archive ${libsonde_parts}
  COMMAND ${CMAKE_COMMAND} -E rm -f ${libsonde}
  COMMAND ${CMAKE_AR} rcs ${libsonde} ${libsonde}.o
  DEPENDS libsonde_border ${libraries}
  COMMAND_EXPAND_LISTS VERBATIM COMMENT "Joining libsonde.a")
add_custom_target(libsonde ALL DEPENDS ${libsonde} erl_modules trace_log)
if(SONDE_JIT)
  add_dependencies(libsonde sonde_llvm)
endif()

configure_file(tools/libsonde/sonde.pc.in ${CMAKE_BINARY_DIR}/lib/sonde.pc @ONLY)
configure_file(tools/libsonde/sonde-config-version.cmake.in ${CMAKE_BINARY_DIR}/lib/sonde-config-version.cmake @ONLY)
install(FILES tools/libsonde/sonde.h DESTINATION include/sonde)
# Optional: a build of the program alone can be installed, too.
install(FILES ${libsonde} DESTINATION lib OPTIONAL)
install(FILES ${CMAKE_BINARY_DIR}/lib/sonde.pc DESTINATION lib/pkgconfig)
install(FILES tools/libsonde/sonde-config.cmake ${CMAKE_BINARY_DIR}/lib/sonde-config-version.cmake DESTINATION lib/cmake/sonde)
