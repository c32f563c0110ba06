# What jit/ needs beside its sources: the compiler that uses LLVM (llvm/), and the instruction definitions as bitcode,
# which llvm/bitcode.cpp embeds. Included by the top CMakeLists.txt, where the target `jit` exists.

find_package(LLVM 19.1 REQUIRED CONFIG)

# The compiler is a library that programs load when they need it: loading LLVM takes a third of the time in which a small
# program starts and ends. It refers to functions of the program, which exports all of them, and contains all of jit/
# for it. Tests of its parts and the maker of stencils link it instead.
file(GLOB llvm_sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/jit/llvm/*.cpp)
join_sources(llvm_sources jit_llvm ${llvm_sources})
add_library(jit_llvm OBJECT ${llvm_sources})
target_include_directories(jit_llvm SYSTEM PUBLIC ${LLVM_INCLUDE_DIRS})
target_compile_options(jit_llvm PRIVATE ${no_unwinding} -fPIC)
target_link_libraries(jit_llvm PUBLIC jit LLVM)
add_precompiled(llvm jit/llvm/precompiled.h ${no_unwinding} -fPIC -isystem ${LLVM_INCLUDE_DIRS})
use_precompiled(llvm jit_llvm "${llvm_sources}")
add_library(sonde_llvm MODULE $<TARGET_OBJECTS:jit_llvm>)
set_target_properties(sonde_llvm PROPERTIES PREFIX "" OUTPUT_NAME sonde_llvm)
# The part of LLVM that is used, out of its archives, by names that nobody else sees. libLLVM.so has all processors: loading
# it takes 45 ms for 311,138 relocations, and 35 MiB that they make the process's own; linking this takes a second. Tests and
# the maker of stencils, which only a build runs, use the shared library.
# Not the solver, which nothing here uses: LLVM's file names it by a path, which is not that of the preset `arm64`.
get_target_property(of_support LLVMSupport INTERFACE_LINK_LIBRARIES)
list(FILTER of_support EXCLUDE REGEX "z3")
set_property(TARGET LLVMSupport PROPERTY INTERFACE_LINK_LIBRARIES ${of_support})
llvm_map_components_to_libnames(llvm_archives OrcJIT Passes X86CodeGen AArch64CodeGen)
target_link_libraries(sonde_llvm PRIVATE ${llvm_archives})
target_link_options(sonde_llvm PRIVATE -Wl,--gc-sections -Wl,--as-needed -Wl,--exclude-libs,ALL)
target_link_options(jit INTERFACE $<$<STREQUAL:$<TARGET_PROPERTY:TYPE>,EXECUTABLE>:-Wl,--export-dynamic,--undefined-glob=_ZN*3jit*>)

# Definitions and handlers must have the layout that the rest of the machine has, so the same compiler and the same
# headers; asserts are calls, which compiled code has no room for. No line tables, no merging of outcomes: stitch.cpp
# makes a branch of each.
set(definitions ${CMAKE_BINARY_DIR}/jit/definitions.bc)
file(MAKE_DIRECTORY ${CMAKE_BINARY_DIR}/jit)
add_custom_command(OUTPUT ${definitions}
  COMMAND ${CMAKE_CXX_COMPILER_LAUNCHER} ${CMAKE_CXX_COMPILER} ${SONDE_TARGET_FLAGS} -std=c++20 -O2 ${no_unwinding} -fno-strict-aliasing -mno-implicit-float
          -fno-stack-protector -fno-jump-tables -fno-vectorize -fno-slp-vectorize
          # Everything inline, also what is rare; the loops of counted lists unrolled.
          -mllvm -inline-threshold=5000 -mllvm -inlinecold-threshold=5000
          -mllvm -inline-cold-callsite-threshold=5000 -mllvm -unroll-threshold=4000
          -mllvm -two-entry-phi-node-folding-threshold=0 -mllvm -phi-node-folding-threshold=0
          -DVM_ENABLE_ASSERTS=0 ${trace_switch} -DFMT_SHARED -I${CMAKE_SOURCE_DIR} -Wall -Wextra -Werror
          -Wno-unused-parameter -Wno-missing-field-initializers
          -MD -MT ${definitions} -MF ${definitions}.d
          -emit-llvm -c ${CMAKE_SOURCE_DIR}/jit/llvm/definitions/definitions.cpp -o ${definitions}
  DEPENDS ${CMAKE_SOURCE_DIR}/jit/llvm/definitions/definitions.cpp DEPFILE ${definitions}.d
  VERBATIM COMMENT "Compiling instruction definitions to bitcode")
embed_file(jit/llvm/bitcode.cpp SONDE_DEFINITIONS ${definitions})
# They follow the convention of the interpreter's handlers.
set_source_files_properties(jit/entry_handlers.cpp PROPERTIES COMPILE_OPTIONS "${handler_options}")

# Stencils of the baseline compiler: made of the same definitions by a program that the build runs, and in a library of
# their own, since that program contains the rest of jit/.
file(GLOB stencil_sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/jit/stencils/*.cpp)
list(FILTER stencil_sources EXCLUDE REGEX "/main\\.cpp$")
join_sources(stencil_sources stencil_maker ${stencil_sources})
add_library(stencil_maker STATIC ${stencil_sources})
target_compile_options(stencil_maker PRIVATE ${no_unwinding} -fPIC)
target_link_libraries(stencil_maker PUBLIC jit_llvm)
use_precompiled(llvm stencil_maker "${stencil_sources}")
add_executable(make_stencils jit/stencils/main.cpp)
target_compile_options(make_stencils PRIVATE ${no_unwinding} -fPIC)
use_precompiled(llvm make_stencils jit/stencils/main.cpp)
target_link_libraries(make_stencils PRIVATE stencil_maker jit_llvm)
set(stencils ${CMAKE_BINARY_DIR}/jit/stencils.bin)
set(stencil_shapes ${CMAKE_SOURCE_DIR}/jit/stencils/shapes.txt)
if(SONDE_STENCILS_OF)
  # Definitions and stencils do not depend on the preset, and a maker with a sanitizer takes a minute of processor time.
  get_filename_component(other ${SONDE_STENCILS_OF} ABSOLUTE BASE_DIR ${CMAKE_SOURCE_DIR})
  add_custom_command(OUTPUT ${stencils}
    COMMAND cmp ${other}/jit/definitions.bc ${definitions}
    COMMAND ${CMAKE_COMMAND} -E copy ${other}/jit/stencils.bin ${stencils}
    DEPENDS ${other}/jit/stencils.bin ${definitions}
    VERBATIM COMMENT "Taking the stencils of ${other}")
elseif(CMAKE_CROSSCOMPILING)
  # The maker of a build for this machine, which takes 20 s of processor time and not 20 times as long.
  set(SONDE_STENCIL_MAKER ${CMAKE_SOURCE_DIR}/build/release/make_stencils CACHE FILEPATH "make_stencils for this machine")
  add_custom_command(OUTPUT ${stencils}
    COMMAND ${SONDE_STENCIL_MAKER} ${stencil_shapes} ${stencils} ${CMAKE_SYSTEM_PROCESSOR} ${definitions}
    DEPENDS ${SONDE_STENCIL_MAKER} ${definitions} ${stencil_shapes}
    VERBATIM COMMENT "Making stencils for ${CMAKE_SYSTEM_PROCESSOR}")
else()
  # They are made again when what makes them changes, not whenever make_stencils is linked again: it contains all of vm/.
  # Leaks: LLVM's tables live as long as the program.
  add_custom_command(OUTPUT ${stencils}
    COMMAND env ASAN_OPTIONS=detect_leaks=0 $<TARGET_FILE:make_stencils> ${stencil_shapes} ${stencils}
    DEPENDS stencil_maker jit $<TARGET_OBJECTS:jit_llvm> ${definitions} ${stencil_shapes}
    VERBATIM COMMENT "Making stencils")
endif()
add_library(jit_stencils STATIC jit/stencils/data/stencil_data.cpp)
target_compile_options(jit_stencils PRIVATE ${no_unwinding})
target_link_libraries(jit_stencils PUBLIC jit)
embed_file(jit/stencils/data/stencil_data.cpp SONDE_STENCILS ${stencils})
list(PREPEND libraries jit_stencils)
