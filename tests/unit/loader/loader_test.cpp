// From bytes to modules that could run: every row of the tables is met, code words are well-formed,
// nothing is kept of what is dropped. Handlers here are the numbers of their instructions: nothing
// runs.
#include "loader/loader.h"

#include "loader/checked_file.h"
#include "loader/code_writer.h"
#include "loader/decode.h"
#include "loader/module_files.h"
#include "tests/support/beam_files.h"
#include "vm/code/code_mod_permission.h"
#include "vm/code/disasm.h"
#include "vm/heap/literal_memory.h"
#include "vm/term/atom_table.h"
#include "vm/term/boxed.h"
#include "vm/term/print.h"

#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <set>

namespace {

using vm::Op;
using vm::Term;
using vm::Word;

namespace fs = std::filesystem;

/// A handler's word is its Op plus this, so that no handler is null.
constexpr Word kFirstHandler = 0x1000;

class NumberingBackend final : public vm::CodeBackend {
 public:
  vm::OpHandler handler_for(Op op, std::span<const Word> operands) override {
    seen.insert(op);
    return generic_handler(op);
  }
  vm::OpHandler generic_handler(Op op) override {
    return reinterpret_cast<vm::OpHandler>(kFirstHandler + static_cast<Word>(op) * 8);
  }
  bool op_of(vm::OpHandler handler, Op* op) override {
    Word number = (reinterpret_cast<Word>(handler) - kFirstHandler) / 8;
    *op = static_cast<Op>(number);
    return number < vm::kOpCount;
  }
  std::set<Op> seen;
};

Term no_bif(vm::Process&, const Term*) { return Term::none(); }

class LoaderTest : public testing::Test {
 protected:
  LoaderTest() : vm_(vm::VmOptions{}) {
    vm_.backend = &backend_;
    vm_.exports->set_handlers(
        {backend_.generic_handler(Op::call_error_handler), backend_.generic_handler(Op::call_bif)});
    // The loader calls it for prim_eval.
    vm_.exports->define_bif({vm::am::erts_debug, vm::intern_atom("copy_shared").value(), 1}, no_bif,
                            0);
  }

  /// Makes every function that the file uses as a guard or operator a BIF.
  void define_guards(const std::vector<vm::Byte>& bytes) {
    auto beam = loader::read_beam_file(bytes);
    auto code = loader::decode(**beam);
    for (const auto& instr : code->instrs) {
      auto kinds = loader::generic_op_info(static_cast<vm::Byte>(instr.op)).operand_kinds();
      bool is_call = instr.op == loader::GenericOp::k_call_ext ||
                     instr.op == loader::GenericOp::k_call_ext_last ||
                     instr.op == loader::GenericOp::k_call_ext_only;
      for (std::size_t i = 0; i < kinds.size() && !is_call; i++) {
        if (kinds[i] == loader::GenericKind::kExport)
          define(**beam, (*beam)->imports[code->operands_of(instr)[i].index()]);
      }
    }
  }
  void define_imports(const std::vector<vm::Byte>& bytes) {
    auto beam = loader::read_beam_file(bytes);
    for (const loader::Import& row : (*beam)->imports) define(**beam, row);
  }
  void define(const loader::BeamFile& beam, const loader::Import& row) {
    vm_.exports->define_bif({vm::intern_atom(beam.atoms[row.module]).value(),
                             vm::intern_atom(beam.atoms[row.name]).value(), row.arity},
                            no_bif, vm::kBifInGuards);
  }

  loader::LoadResult<loader::PreparedModule> prepare(const std::string& path) {
    auto bytes = loader::read_whole_file(path);
    if (!bytes) return loader::load_error(0, "file", "a file", path);
    define_guards(*bytes);
    return loader::prepare(vm_, *bytes, Term::none());
  }

  NumberingBackend backend_;
  vm::Vm vm_;
};

constexpr const char* kSmall = "tests/unit/loader/data/small_27.beam";

Term atom(const char* text) { return vm::intern_atom(text).value(); }

TEST_F(LoaderTest, PreparesWhatTheFileSays) {
  auto prepared = prepare(kSmall);
  ASSERT_TRUE(prepared.ok()) << to_string(*prepared.error(), kSmall);
  const vm::Module& module = prepared->module();
  EXPECT_EQ(module.name, atom("small"));
  EXPECT_EQ(module.exports.size(), 10u);
  ASSERT_EQ(module.funs.size(), 1u);
  EXPECT_EQ(module.funs[0]->num_free, 1u);
  EXPECT_EQ(module.funs[0]->address.load(vm::kRelaxed), nullptr);
  EXPECT_NE(module.find_function(atom("sum"), 1), nullptr);
  EXPECT_FALSE(module.catch_indexes.empty());
}

TEST_F(LoaderTest, FindsLinesOfTheSource) {
  auto prepared = prepare(kSmall);
  const vm::Module& module = prepared->module();
  vm::FuncInfo* sum = module.find_function(atom("sum"), 1);
  const vm::LineEntry* line = module.line_at(sum->entry() - vm::kFuncInfoWords - 1);
  ASSERT_NE(line, nullptr);
  EXPECT_EQ(line->line, 5u);
  EXPECT_EQ(vm::term_to_text(module.files[line->file], vm::PrintStyle::kDisplay),
            "{file,\"small.erl\"}");
  EXPECT_EQ(module.function_at(sum->entry() + 1), sum);
}

TEST_F(LoaderTest, RefusesAnotherModuleThanExpected) {
  auto bytes = loader::read_whole_file(kSmall);
  define_guards(*bytes);
  auto prepared = loader::prepare(vm_, *bytes, atom("large"));
  ASSERT_FALSE(prepared.ok());
  EXPECT_EQ(to_string(*prepared.error(), "small.beam"),
            "small.beam: module -, function -, offset 0x0: file: expected the module large, found "
            "small");
}

TEST_F(LoaderTest, RefusesGuardsThatAreNoBifs) {
  auto bytes = loader::read_whole_file("tests/unit/loader/data/rare_29.beam");
  auto prepared = loader::prepare(vm_, *bytes, Term::none());
  ASSERT_FALSE(prepared.ok());
  EXPECT_NE(
      to_string(*prepared.error(), "f")
          .find(
              "gc_bif2: expected a built-in function without effects, found erlang:binary_part/2"),
      std::string::npos)
      << to_string(*prepared.error(), "f");
}

TEST_F(LoaderTest, GivesEverythingBackThatIsNotCommitted) {
  Word before = vm_.literals->used_words();
  {
    auto prepared = prepare(kSmall);
    EXPECT_GT(vm_.literals->used_words(), before);
  }
  EXPECT_EQ(vm_.literals->used_words(), before);
}

TEST_F(LoaderTest, CommitsDeletesAndPurges) {
  ASSERT_TRUE(vm_.code_permission->try_take());
  vm::CodeModPermission permission = vm_.code_permission->make_right();
  vm::Export& sum = vm_.exports->get_or_create(atom("small"), atom("sum"), 1);
  EXPECT_TRUE(sum.is_at_stub(vm_.code_index.active()));
  for (int round = 0; round < 2; round++) {
    std::vector<loader::PreparedModule> modules;
    modules.push_back(prepare(kSmall).value());
    loader::commit(vm_, permission, modules);
  }
  vm::Module* current = vm_.modules->current(atom("small"));
  vm::Module* old = vm_.modules->old(atom("small"));
  ASSERT_NE(current, nullptr);
  ASSERT_NE(old, nullptr);
  EXPECT_EQ(vm_.modules->containing(sum.address(vm_.code_index.active())), current);
  EXPECT_TRUE(current->contains(current->funs[0]->address.load(vm::kRelaxed)));

  vm_.modules->start_staging(permission);
  EXPECT_EQ(vm_.modules->stage_purge(permission, atom("small")), old);
  EXPECT_TRUE(vm_.modules->stage_delete(permission, atom("small")));
  vm_.modules->commit(permission);
  vm_.modules->free_purged(permission, old);
  EXPECT_EQ(vm_.modules->current(atom("small")), nullptr);
  EXPECT_EQ(vm_.modules->old(atom("small")), current);
  EXPECT_TRUE(sum.is_at_stub(vm_.code_index.active()));
}

TEST_F(LoaderTest, LeadsNobodyToAVersionThatWaits) {
  ASSERT_TRUE(vm_.code_permission->try_take());
  vm::CodeModPermission permission = vm_.code_permission->make_right();
  vm::Export& sum = vm_.exports->get_or_create(atom("small"), atom("sum"), 1);
  std::vector<loader::PreparedModule> modules;
  modules.push_back(prepare(kSmall).value());
  loader::commit(vm_, permission, modules);
  vm::Module* current = vm_.modules->current(atom("small"));

  loader::commit_waiting(vm_, permission, prepare(kSmall).value());
  vm::Module* waiting = vm_.modules->waiting(atom("small"));
  ASSERT_NE(waiting, nullptr);
  EXPECT_EQ(vm_.modules->containing(waiting->code.data()), waiting);
  EXPECT_EQ(vm_.modules->current(atom("small")), current);
  EXPECT_EQ(vm_.modules->old(atom("small")), nullptr);
  EXPECT_TRUE(current->contains(sum.address(vm_.code_index.active())));

  // Its on_load function fails: it is purged as old code, and funs lead where they led before.
  vm_.modules->start_staging(permission);
  EXPECT_TRUE(vm_.modules->stage_waiting_as_old(permission, atom("small")));
  vm_.modules->commit(permission);
  EXPECT_EQ(vm_.modules->old(atom("small")), waiting);
  vm_.modules->start_staging(permission);
  EXPECT_EQ(vm_.modules->stage_purge(permission, atom("small")), waiting);
  vm_.modules->commit(permission);
  vm_.modules->free_purged(permission, waiting);
  EXPECT_EQ(vm_.modules->current(atom("small")), current);
  EXPECT_TRUE(current->contains(current->funs[0]->address.load(vm::kRelaxed)));

  loader::commit_waiting(vm_, permission, prepare(kSmall).value());
  waiting = vm_.modules->waiting(atom("small"));
  vm_.modules->start_staging(permission);
  vm_.modules->stage_waiting_as_current(permission, atom("small"));
  vm_.modules->commit(permission);
  EXPECT_EQ(vm_.modules->current(atom("small")), waiting);
  EXPECT_EQ(vm_.modules->old(atom("small")), current);
  EXPECT_TRUE(waiting->contains(sum.address(vm_.code_index.active())));
}

TEST_F(LoaderTest, GivesBifsABodyThatCallsThem) {
  vm_.exports->define_bif({atom("small"), atom("sum"), 1}, no_bif, 0);
  auto prepared = prepare(kSmall);
  vm::FuncInfo* sum = prepared->module().find_function(atom("sum"), 1);
  EXPECT_EQ(*sum->entry(), reinterpret_cast<Word>(backend_.generic_handler(Op::call_bif)));
  EXPECT_EQ(sum->entry()[1], reinterpret_cast<Word>(&no_bif));
  EXPECT_EQ(sum->entry()[2], 1u);
}

TEST_F(LoaderTest, ShowsLoadedCode) {
  auto prepared = prepare(kSmall);
  const vm::Module& module = prepared->module();
  auto op_of = [&](vm::OpHandler handler, Op* op) { return backend_.op_of(handler, op); };
  std::string text = vm::disassemble(module, *module.find_function(atom("sum"), 1), op_of);
  EXPECT_NE(text.find("small:sum/1\n"), std::string::npos) << text;
  EXPECT_NE(text.find("get_list  x0, y0, x0"), std::string::npos) << text;
  EXPECT_NE(text.find("call  1, small:sum/1"), std::string::npos) << text;
  for (vm::FuncInfo* function : module.functions) vm::disassemble(module, *function, op_of);
}

TEST_F(LoaderTest, MakesEveryLoadedInstruction) {
  // Once with guards as the only BIFs, once with everything that is imported.
  for (bool all : {false, true}) {
    std::vector<fs::path> paths = test_support::beams_below("tests/fixtures/beam");
    std::erase_if(
        paths, [](const fs::path& path) { return path.parent_path().filename() == "25-refused"; });
    paths.push_back("tests/unit/loader/data/rare_29.beam");
    for (const fs::path& path : paths) {
      if (all) define_imports(*loader::read_whole_file(path));
      auto prepared = prepare(path);
      EXPECT_TRUE(prepared.ok()) << to_string(*prepared.error(), path.string());
      // Without verification there are no guards, and so the instructions that need none.
      auto trusted = loader::check_file(*loader::read_whole_file(path), loader::Trust::kFull);
      EXPECT_TRUE(trusted.ok() && loader::prepare(vm_, *trusted).ok());
    }
  }
  std::set<Op> elsewhere = {// No fixture has one; tests/conformance runs them.
                            Op::i_apply, Op::i_apply_last, Op::i_apply_fun, Op::i_apply_fun_last,
                            Op::jump_on_val, Op::i_bs_put_string, Op::gc_bif1, Op::has_elements,
                            Op::i_literal_element, Op::i_bs_gather_byte,
                            // Only module erlang has them.
                            Op::i_apply_body, Op::i_apply_fun_body, Op::i_hibernate_body,
                            // Words of exports, and entry words with a breakpoint.
                            Op::call_error_handler, Op::i_export_jump, Op::i_save_call,
                            Op::call_nif, Op::i_generic_breakpoint, Op::i_count_breakpoint,
                            // Only native code has it.
                            Op::is_small_in,
                            // Compilers have no way to it any more.
                            Op::bs_init2};
  // The machine's own words are the last rows, from here on.
  for (auto i = static_cast<std::size_t>(Op::i_normal_exit); i < vm::kOpCount; i++)
    elsewhere.insert(static_cast<Op>(i));
  for (std::size_t i = 0; i < vm::kOpCount; i++) {
    Op op = static_cast<Op>(i);
    if (elsewhere.contains(op)) continue;
    EXPECT_TRUE(backend_.seen.contains(op)) << vm::kOps[i].name;
  }
}

TEST_F(LoaderTest, LoadsEveryModuleOfTheInstalledRelease) {
  const char* extra = std::getenv("SONDE_TEST_BEAMS");
  auto beams = extra != nullptr ? test_support::beams_below(extra)
                                : test_support::beams_of_installed_release();
  if (beams.empty()) GTEST_SKIP() << "no Erlang/OTP is installed";
  auto op_of = [&](vm::OpHandler handler, Op* op) { return backend_.op_of(handler, op); };
  for (const fs::path& path : beams) {
    auto prepared = prepare(path);
    ASSERT_TRUE(prepared.ok()) << to_string(*prepared.error(), path.string());
    for (vm::FuncInfo* function : prepared->module().functions) {
      vm::disassemble(prepared->module(), *function, op_of);
    }
  }
}

}  // namespace
