// The table of the NIF interface against Erlang's own header, and what the program exports.
#include "bif/nif/interface.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <dlfcn.h>
#include <fstream>
#include <regex>
#include <set>
#include <string>

namespace bif {
namespace {

/// The functions that erl_nif_api_funcs.h declares.
std::set<std::string> declared() {
  std::ifstream header(SONDE_ERL_NIF_INCLUDE "/erl_nif_api_funcs.h");
  const std::regex row(R"(^ERL_NIF_API_FUNC_DECL\s*\([^,]+,\s*(enif_\w+)\s*,)");
  std::set<std::string> names;
  for (std::string line; std::getline(header, line);) {
    std::smatch match;
    if (std::regex_search(line, match, row)) names.insert(match[1]);
  }
  return names;
}

/// Macros on 64-bit systems, for the functions of `long`.
const std::set<std::string> kMacros{"enif_get_int64", "enif_get_uint64", "enif_make_int64",
                                    "enif_make_uint64"};

TEST(NifInterface, HasEveryFunctionOfTheHeader) {
  std::set<std::string> have;
  for (const InterfaceRow& row : nif_interface()) have.emplace(row.name);
  const std::set<std::string> wanted = declared();
  ASSERT_GT(wanted.size(), 150U) << "erl_nif_api_funcs.h has been read";
  for (const std::string& name : wanted) {
    if (!kMacros.contains(name)) EXPECT_TRUE(have.contains(name)) << name;
  }
}

TEST(NifInterface, IsExportedByTheProgram) {
  for (const InterfaceRow& row : nif_interface())
    EXPECT_EQ(::dlsym(RTLD_DEFAULT, std::string(row.name).c_str()), row.function) << row.name;
}

}  // namespace
}  // namespace bif
