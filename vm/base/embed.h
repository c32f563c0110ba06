// A file as read-only data of an object: the assembler puts it there, so that no compiler has to
// read its bytes as source text.
#pragma once

/// Puts the file with the name `file` (a string literal) into this object, and declares
/// `name_begin` and `name_end`, arrays of `type`, which may be char or std::uint8_t. Stands at
/// namespace scope, once in a program for each `name`. Aligned to 16 bytes.
#define VM_EMBED_FILE(type, name, file) \
  __asm__( \
      ".pushsection .rodata\n" \
      ".balign 16\n" #name \
      "_begin:\n" \
      ".incbin \"" file "\"\n" #name \
      "_end:\n" \
      ".popsection\n"); \
  extern "C" const type name##_begin[]; \
  extern "C" const type name##_end[]
