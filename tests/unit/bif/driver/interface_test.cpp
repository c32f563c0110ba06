// The table of the interface of drivers against Erlang's own header, and what the program exports.
#include "bif/driver/interface.h"

#include <gtest/gtest.h>

#include <dlfcn.h>
#include <fstream>
#include <iterator>
#include <regex>
#include <set>
#include <string>

namespace bif {
namespace {

/// The functions that erl_driver.h declares.
std::set<std::string> declared() {
  std::ifstream header(SONDE_ERL_NIF_INCLUDE "/erl_driver.h");
  std::string text{std::istreambuf_iterator<char>(header), {}};
  text = std::regex_replace(text, std::regex(R"(/\*[^*]*\*+([^/*][^*]*\*+)*/)"), " ");
  text = std::regex_replace(text, std::regex(R"(\n#[^\n]*)"), "");
  const std::regex function(R"(\bEXTERN\b[^;(]*?(\w+)\s*\([^;]*;)");
  std::set<std::string> names;
  for (std::sregex_iterator it(text.begin(), text.end(), function), end; it != end; ++it)
    names.insert((*it)[1]);
  return names;
}

TEST(DriverInterface, HasEveryFunctionOfTheHeader) {
  std::set<std::string> have;
  for (const InterfaceRow& row : driver_interface()) have.emplace(row.name);
  const std::set<std::string> wanted = declared();
  ASSERT_GT(wanted.size(), 100U) << "erl_driver.h has been read";
  for (const std::string& name : wanted) EXPECT_TRUE(have.contains(name)) << name;
}

TEST(DriverInterface, IsExportedByTheProgram) {
  for (const InterfaceRow& row : driver_interface())
    EXPECT_EQ(::dlsym(RTLD_DEFAULT, std::string(row.name).c_str()), row.function) << row.name;
}

}  // namespace
}  // namespace bif
