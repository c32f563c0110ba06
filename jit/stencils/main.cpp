// make_stencils SHAPES OUTPUT: the program that the build runs to make the file of stencils. Each
// line of SHAPES is a shape; `#` begins a comment.
//
// make_stencils SHAPES OUTPUT PROCESSOR DEFINITIONS: for another processor (x86-64, aarch64), whose
// definitions are in a file of bitcode. Cross-builds do so, because emulated it takes twenty times
// as long.
//
// make_stencils --accept SHAPES: prints the lines of which a stencil can be made, which is how
// shapes.txt is made of a census.
#include "jit/llvm/definition_library.h"
#include "jit/stencils/layout.h"
#include "jit/stencils/object_code.h"
#include "jit/stencils/stencil_ir.h"

#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Target/TargetMachine.h>

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <future>
#include <iostream>
#include <iterator>
#include <thread>

namespace {

using vm::Err;

/// Whether shapes without a stencil are left out; otherwise they are an error.
enum class OnlyAccepts : bool { kNo, kYes };

/// --accept: longer code is not worth its copies; the interpreter's handler runs such an
/// instruction. Not a limit of the build, where the same code may be longer than when shapes.txt
/// was made.
constexpr std::size_t kMostBytes = 640;

vm::Result<std::vector<jit::Shape>, std::string> read_shapes(const char* path,
                                                             OnlyAccepts only_accepts) {
  std::ifstream file(path);
  if (!file) return Err(std::string(path) + ": cannot be read");
  std::vector<jit::Shape> shapes;
  std::string line;
  for (int number = 1; std::getline(file, line); ++number) {
    if (line.empty() || line.starts_with('#')) continue;
    const auto shape = jit::parse_shape(line);
    if (shape) {
      shapes.push_back(*shape);
    } else if (only_accepts == OnlyAccepts::kNo) {
      return Err(std::string(path) + ":" + std::to_string(number) + ": not a shape: " + line);
    }
  }
  return shapes;
}

std::string symbol_of(std::size_t number) { return "stencil_" + std::to_string(number); }

/// What the stencils are made for and of.
struct Source {
  vm::Processor processor = vm::kProcessor;
  std::string bitcode{jit::definitions_bitcode()};
};

/// Gives a stencil the code of function `symbol`.
vm::Result<void, std::string> complete_stencil(stencils::ObjectCode* code,
                                               const std::string& symbol, jit::Stencil* stencil) {
  if (const auto why = code->rejected.find(symbol); why != code->rejected.end())
    return Err(why->second);
  const auto found = code->functions.find(symbol);
  if (found == code->functions.end()) return Err(std::string("missing in the object file"));
  VM_TRY_VOID(stencils::lay_out(std::move(found->second), stencil));
  return {};
}

using Stencils = vm::Result<std::vector<jit::Stencil>, std::string>;

/// The stencils of the first `connectors` connectors, then those of the shapes. Threads: any;
/// nothing of LLVM is shared.
Stencils make_some(const Source& source, std::size_t connectors, std::span<const jit::Shape> shapes,
                   OnlyAccepts only_accepts) {
  VM_TRY(const auto target, stencils::make_target(source.processor));
  llvm::LLVMContext context;
  jit::DefinitionLibrary library(context, source.bitcode);
  stencils::StencilModule module(library, context, *target);
  std::vector<jit::Stencil> made;
  for (std::size_t i = 0; i < connectors; ++i) {
    module.add_connector(static_cast<jit::Connector>(i), symbol_of(made.size()));
    made.emplace_back();
  }
  for (const jit::Shape& shape : shapes) {
    if (module.add(shape, symbol_of(made.size()))) {
      made.emplace_back().shape = shape;
    } else if (only_accepts == OnlyAccepts::kNo) {
      return Err("no stencil can be made of: " + jit::shape_text(shape));
    }
  }
  llvm::Module& ir = module.finish();
  if (llvm::verifyModule(ir, &llvm::errs())) return Err(std::string("the code is ill-formed"));
  VM_TRY(const std::string object, stencils::generate(ir, *target));
  VM_TRY(auto code, stencils::read_object(object, source.processor));
  std::vector<jit::Stencil> complete;
  for (std::size_t i = 0; i < made.size(); ++i) {
    const auto done = complete_stencil(&code, symbol_of(i), &made[i]);
    const bool is_short = only_accepts == OnlyAccepts::kNo || made[i].code.size() <= kMostBytes;
    if (done.ok() && is_short) {
      complete.push_back(std::move(made[i]));
    } else if (only_accepts == OnlyAccepts::kNo || i < connectors) {
      return Err(jit::shape_text(made[i].shape) + ": " + done.error());
    }
  }
  return complete;
}

/// The stencils of connectors, then those of the shapes. Each processor makes a part of them,
/// because much of a build waits for all of them.
Stencils make_stencils(const Source& source, std::span<const jit::Shape> shapes,
                       OnlyAccepts only_accepts) {
  const std::size_t parts = std::max(1U, std::thread::hardware_concurrency());
  const auto begin_of = [&](std::size_t part) { return shapes.size() * part / parts; };
  std::vector<std::future<Stencils>> pending;
  for (std::size_t part = 0; part < parts; ++part) {
    pending.push_back(std::async(
        std::launch::async, make_some, std::cref(source), part == 0 ? jit::kConnectors : 0,
        shapes.subspan(begin_of(part), begin_of(part + 1) - begin_of(part)), only_accepts));
  }
  std::vector<jit::Stencil> all;
  for (auto& part : pending) {
    VM_TRY(auto made, part.get());
    std::ranges::move(made, std::back_inserter(all));
  }
  return all;
}

vm::Result<Source, std::string> read_source(std::string_view processor, const char* definitions) {
  Source source;
  if (processor == "aarch64")
    source.processor = vm::Processor::kAarch64;
  else if (processor == "x86-64")
    source.processor = vm::Processor::kX86_64;
  else
    return Err(std::string(processor) + ": not a processor; expected x86-64 or aarch64");
  std::ifstream file(definitions, std::ios::binary);
  source.bitcode.assign(std::istreambuf_iterator<char>(file), {});
  if (!file || source.bitcode.empty()) return Err(std::string(definitions) + ": cannot be read");
  return source;
}

vm::Result<void, std::string> run(int argc, char** argv) {
  if (argc != 3 && argc != 5) {
    return Err(std::string(
        "usage: make_stencils SHAPES OUTPUT [PROCESSOR DEFINITIONS] | --accept SHAPES"));
  }
  Source source;
  if (argc == 5) {
    VM_TRY(source, read_source(argv[3], argv[4]));
  }
  const auto only_accepts =
      std::string_view(argv[1]) == "--accept" ? OnlyAccepts::kYes : OnlyAccepts::kNo;
  const bool accepts = only_accepts == OnlyAccepts::kYes;
  VM_TRY(const auto shapes, read_shapes(accepts ? argv[2] : argv[1], only_accepts));
  VM_TRY(const auto made, make_stencils(source, shapes, only_accepts));
  if (accepts) {
    for (const auto& stencil : std::span(made).subspan(jit::kConnectors))
      std::cout << jit::shape_text(stencil.shape) << "\n";
    return {};
  }
  std::ofstream file(argv[2], std::ios::binary);
  file << jit::write_stencils(source.processor, made);
  file.close();
  if (!file) return Err(std::string(argv[2]) + ": cannot be written");
  return {};
}

}  // namespace

int main(int argc, char** argv) {
  const auto done = run(argc, argv);
  if (done.ok()) return 0;
  std::fprintf(stderr, "make_stencils: %s\n", done.error().c_str());
  return 1;
}
