// FILE by its ending: `.erl` is compiled, anything else must be a `.beam` file. The file is read
// here, so that a damaged one is refused before a machine is started.
#include "tools/sonde/program.h"

#include "loader/check.h"
#include "loader/decode.h"
#include "loader/load_error.h"
#include "tools/sonde/compile_cache.h"
#include "tools/sonde/library.h"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sys/stat.h>

namespace fs = std::filesystem;

namespace tools {
namespace {

std::string why_unreadable(const std::string& file) {
  struct stat is{};
  if (stat(file.c_str(), &is) != 0) return file + ": " + std::strerror(errno);
  if (S_ISDIR(is.st_mode)) return file + ": " + std::strerror(EISDIR);
  std::ifstream stream(file, std::ios::binary);
  if (!stream) return file + ": " + std::strerror(errno);
  return {};
}

vm::Result<std::unique_ptr<loader::BeamFile>, std::string> read_beam(const std::string& path) {
  std::ifstream stream(path, std::ios::binary);
  if (!stream) return vm::Err(path + ": " + std::strerror(errno));
  const std::string bytes{std::istreambuf_iterator<char>(stream), {}};
  if (stream.bad()) return vm::Err(path + ": " + std::strerror(errno));
  auto beam =
      loader::read_beam_file({reinterpret_cast<const vm::Byte*>(bytes.data()), bytes.size()});
  if (!beam.ok()) return vm::Err(loader::to_string(*beam.error(), path));
  auto code = loader::decode(**beam);
  if (!code.ok()) return vm::Err(loader::to_string(*code.error(), path));
  if (auto checked = loader::check(**beam, *code); !checked.ok()) {
    return vm::Err(loader::to_string(*checked.error(), path));
  }
  return std::move(*beam);
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
  program.otp_root = otp.root;
  for (const std::string& folder : options.code_path) {
    program.code_path.push_back(fs::absolute(folder).string());
  }
  std::error_code error;
  program.beam_path = fs::canonical(options.file, error).string();
  if (std::string why = why_no_text(program.beam_path); !why.empty()) return vm::Err(why);
  if (fs::path(options.file).extension() == ".erl") {
    const std::string source_folder = fs::path(program.beam_path).parent_path().string();
    VM_TRY(program.beam_path, compile_cached(otp, options));
    program.code_path.push_back(fs::path(program.beam_path).parent_path().string());
    program.code_path.push_back(source_folder);
  } else {
    program.code_path.push_back(fs::path(program.beam_path).parent_path().string());
  }
  VM_TRY(program.beam, read_beam(program.beam_path));
  program.module = program.beam->module;
  program.code_path.emplace_back(".");  // as under erl: whichever folder is the current one
  program.code_path.insert(program.code_path.end(), otp.library_path.begin(),
                           otp.library_path.end());
  return program;
}

}  // namespace tools
