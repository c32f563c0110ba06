// FILE by its ending: `.erl` is compiled, anything else must be a `.beam` file. The file is read
// and checked here, once: a damaged one is refused before a machine is made, a good one is handed
// to the machine as it is.
#include "tools/sonde/program.h"

#include "loader/load_error.h"
#include "loader/module_files.h"
#include "tools/sonde/compile_cache.h"
#include "tools/sonde/library.h"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sys/stat.h>

namespace fs = std::filesystem;

namespace tools {
namespace {

std::string why_unreadable(const std::string& file) {
  struct stat is{};
  if (stat(file.c_str(), &is) != 0) return file + ": " + std::strerror(errno);
  if (S_ISDIR(is.st_mode)) return file + ": " + std::strerror(EISDIR);
  if (S_ISCHR(is.st_mode) || S_ISBLK(is.st_mode) || S_ISSOCK(is.st_mode))
    return file + ": expected a file, found a device or a socket";
  std::ifstream stream(file, std::ios::binary);
  if (!stream) return file + ": " + std::strerror(errno);
  return {};
}

/// What begins neither as a module does nor as a compressed one, and is not named as one.
bool is_no_module(const std::string& path, const std::vector<vm::Byte>& bytes) {
  constexpr std::string_view kModule = "FOR1";
  constexpr std::string_view kGzip = "\x1f\x8b";
  const std::string_view start(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  return fs::path(path).extension() != ".beam" && !start.starts_with(kModule) &&
         !start.starts_with(kGzip);
}

vm::Result<loader::CheckedFile, std::string> read_and_check(const std::string& path,
                                                            loader::Trust trust) {
  const auto bytes = loader::read_whole_file(path);
  if (!bytes.ok()) return vm::Err(path + ": " + std::strerror(bytes.error()));
  if (is_no_module(path, *bytes)) {
    return vm::Err(path +
                   ": expected Erlang source (.erl), a .beam file, or an escript (it begins "
                   "with #!), found something else");
  }
  auto checked = loader::check_file(*bytes, trust);
  if (!checked.ok()) return vm::Err(loader::to_string(*checked.error(), path));
  return std::move(*checked);
}

}  // namespace

vm::Result<ProgramFile, std::string> find_program(const RunOptions& options) {
  if (std::string why = why_unreadable(options.file); !why.empty()) return vm::Err(why);
  if (is_escript(options.file)) {
    return vm::Err(options.file + ": expected Erlang source or a .beam file, found an escript" +
                   " (run and trace take these)");
  }
  VM_TRY(const Otp otp, find_otp(options.otp));
  ProgramFile program;
  program.file = options.file;
  program.otp_root = otp.root;
  std::error_code error;
  program.beam_path = fs::canonical(options.file, error).string();
  if (std::string why = why_no_text(program.beam_path); !why.empty()) return vm::Err(why);
  std::vector<std::string> folders = {fs::path(program.beam_path).parent_path().string()};
  if (fs::path(options.file).extension() == ".erl") {
    VM_TRY(program.beam_path, compile_cached(otp, options));
    folders.insert(folders.begin(), fs::path(program.beam_path).parent_path().string());
  }
  VM_TRY(program.checked, read_and_check(program.beam_path, loader::trust_of(options.verify)));
  program.code_path = code_path(options.code_path, folders, otp);
  return program;
}

std::string why_misnamed(const ProgramFile& program) {
  const std::string name = fs::path(program.beam_path).stem().string();
  if (name == program.module()) return {};
  return program.file + ": expected the module " + name + ", found " + program.module();
}

std::string why_replaced(const std::string& file, const std::string& output) {
  // A device or a pipe may be both; nothing in it is lost.
  std::error_code ignored;
  if (output.empty() || !fs::is_regular_file(file, ignored) ||
      !fs::equivalent(file, output, ignored))
    return {};
  return output + ": the output would take the place of FILE; -o gives it another name";
}

}  // namespace tools
