# What jit/ needs beside its sources: LLVM's shared library, and the instruction definitions as bitcode, which
# bitcode.cpp embeds. Included by the top CMakeLists.txt, where the target `jit` exists.

find_package(LLVM 19.1 REQUIRED CONFIG)
target_include_directories(jit SYSTEM PUBLIC ${LLVM_INCLUDE_DIRS})
target_link_libraries(jit PUBLIC LLVM)

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
          -emit-llvm -c ${CMAKE_SOURCE_DIR}/jit/bitcode/definitions.cpp -o ${definitions}
  DEPENDS ${CMAKE_SOURCE_DIR}/jit/bitcode/definitions.cpp DEPFILE ${definitions}.d
  VERBATIM COMMENT "Compiling instruction definitions to bitcode")
set_source_files_properties(jit/bitcode.cpp PROPERTIES
  OBJECT_DEPENDS ${definitions} COMPILE_DEFINITIONS SONDE_DEFINITIONS="${definitions}")
# They follow the convention of the interpreter's handlers.
set_source_files_properties(jit/entry_handlers.cpp PROPERTIES COMPILE_OPTIONS "${handler_options}")
