// The headers that most files of the compiler include, precompiled for them (jit/jit.cmake). Files
// include what they use all the same: this only saves time.
#pragma once

#include "jit/function_code.h"
#include "vm/precompiled.h"

#include <llvm/ExecutionEngine/JITLink/JITLinkMemoryManager.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Transforms/Utils/Cloning.h>
