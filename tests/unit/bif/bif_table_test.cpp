// The table of built-in functions: what it must hold, and that names and rows agree.
#include "bif/bif_table.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

namespace {

std::string name_of(std::string_view module, std::string_view function, unsigned arity) {
  return std::string(module) + ":" + std::string(function) + "/" + std::to_string(arity);
}

TEST(BifTable, HasNoFunctionTwice) {
  std::set<std::string> seen;
  for (const bif::BifRow& row : bif::bif_rows()) {
    const std::string name = name_of(row.module, row.function, row.arity);
    EXPECT_TRUE(seen.insert(name).second) << name;
  }
}

TEST(BifTable, FindsRowsByNameAndArity) {
  const bif::BifRow* append = bif::find_bif("erlang", "++", 2);
  ASSERT_NE(append, nullptr);
  EXPECT_EQ(append->arity, 2u);
  EXPECT_EQ(bif::find_bif("erlang", "++", 3), nullptr);
  EXPECT_EQ(bif::find_bif("lists", "++", 2), nullptr);
}

TEST(BifTable, HasWhatProgramsAndLibrariesNeed) {
  // The machine itself defines apply and hibernate. What looks into OTP's own emulator, for its
  // tests, is not ours to have (tools/lint/bifs_page names the same).
  std::set<std::string> elsewhere = {
      "erlang:apply/2",        "erlang:apply/3",          "erlang:hibernate/3",
      "erts_debug:dirty/3",    "erts_debug:dirty_cpu/2",  "erts_debug:dirty_io/2",
      "erts_debug:map_info/1", "erts_debug:breakpoint/2",
  };
  // No ports yet, no profiling of the system.
  for (const char* later : {"open_port/2", "port_call/3", "port_close/1", "port_command/3",
                            "port_connect/2", "port_control/3", "port_info/1", "port_info/2"}) {
    elsewhere.insert(std::string("erts_internal:") + later);
  }
  for (const char* later :
       {"erlang:system_profile/0", "erlang:system_profile/2", "erts_trace_cleaner:check/0",
        "erts_trace_cleaner:send_trace_clean_signal/1"}) {
    elsewhere.insert(later);
  }
  for (const bif::WantedNative& wanted : bif::missing_natives(4)) {
    const std::string name = name_of(wanted.module, wanted.function, wanted.arity);
    EXPECT_TRUE(elsewhere.contains(name)) << name << " is wanted and missing";
  }
}

TEST(BifTable, MarksGuardsAsGuards) {
  for (const char* guard : {"length", "hd", "tuple_size", "is_atom", "byte_size", "map_size"}) {
    const bif::BifRow* row = bif::find_bif("erlang", guard, 1);
    ASSERT_NE(row, nullptr) << guard;
    EXPECT_NE(row->flags & bif::kGuard, 0u) << guard;
  }
  EXPECT_EQ(bif::find_bif("erlang", "put", 2)->flags & bif::kGuard, 0u);
}

}  // namespace
