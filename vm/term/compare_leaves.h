// The order of terms without elements: numbers, bits, pids, ports, references. For compare.cpp.
// Threads: any.
#pragma once

#include "vm/term/boxed.h"

namespace vm {

template <typename T>
int order_of(T a, T b) {
  return a < b ? -1 : b < a ? 1 : 0;
}

/// Of two numbers, by their exact values. `exact`: any integer is less than any float, and -0.0 is
/// less than 0.0.
int compare_numbers(Term a, Term b, bool exact);
/// Of two pids of any nodes.
int compare_pids(Term a, Term b);
/// Of two ports of any nodes.
int compare_ports(Term a, Term b);
/// Of two references of any nodes.
int compare_refs(Term a, Term b);

}  // namespace vm
