// An entry is the folder <md5 of path, contents, compiler>/ with the `.beam` file and `includes`: a
// line "md5 path" for each further file that the compiler read (from its option -MMD). An entry is
// valid while all of them still have that md5. A new entry is made in a folder of its own beside it
// and renamed into place.
#include "tools/sonde/compile_cache.h"

#include "tools/sonde/cache_folder.h"
#include "tools/sonde/library.h"
#include "vm/base/md5.h"
#include "vm/base/own_files.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace fs = std::filesystem;

namespace tools {
namespace {

std::optional<std::string> read_file(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return std::nullopt;
  std::string text{std::istreambuf_iterator<char>(file), {}};
  if (file.bad()) return std::nullopt;
  return text;
}

std::string digest(const std::string& text) {
  vm::Md5 md5;
  md5.update({reinterpret_cast<const vm::Byte*>(text.data()), text.size()});
  return vm::hex_text(md5.finish());
}

bool includes_unchanged(const fs::path& list) {
  std::ifstream file(list);
  if (!file) return false;
  for (std::string line; std::getline(file, line);) {
    const std::size_t space = line.find(' ');
    if (space == std::string::npos) return false;
    const auto text = read_file(line.substr(space + 1));
    if (!text || digest(*text) != line.substr(0, space)) return false;
  }
  return true;
}

/// The prerequisites of a make rule "target: file file\ with\ blank \<newline> file".
std::vector<std::string> prerequisites(const std::string& rule) {
  std::vector<std::string> files;
  std::string word;
  const std::size_t colon = rule.find(": ");
  if (colon == std::string::npos) return files;
  for (std::size_t at = colon + 2; at <= rule.size(); ++at) {
    const char c = at < rule.size() ? rule[at] : '\n';
    if (c == '\\' && at + 1 < rule.size() && rule[at + 1] != '\n') {
      word += rule[++at];
    } else if (c == ' ' || c == '\n' || c == '\t' || c == '\\') {
      if (!word.empty()) files.push_back(std::exchange(word, {}));
    } else {
      word += c;
    }
  }
  return files;
}

void write_includes(const fs::path& entry, const fs::path& source) {
  const std::string rule = read_file(entry / "rule").value_or("");
  std::ofstream list(entry / "includes");
  for (const std::string& file : prerequisites(rule)) {
    std::error_code error;
    if (fs::equivalent(file, source, error)) continue;
    if (const auto text = read_file(file)) {
      list << digest(*text) << ' ' << fs::absolute(file).string() << '\n';
    }
  }
  std::error_code error;
  fs::remove(entry / "rule", error);
}

/// Puts the finished folder in the entry's place, also where another process was faster or an older
/// result is there. Other processes may be about to read the entry, so it never goes missing,
/// except on file systems that cannot exchange two names.
void publish(const fs::path& made, const fs::path& entry) {
  std::error_code error;
  fs::rename(made, entry, error);
  if (!error) return;
  if (::renameat2(AT_FDCWD, made.c_str(), AT_FDCWD, entry.c_str(), RENAME_EXCHANGE) == 0) {
    fs::remove_all(made, error);
    return;
  }
  const fs::path old = made.string() + ".old";
  fs::rename(entry, old, error);
  fs::rename(made, entry, error);
  fs::remove_all(old, error);
}

}  // namespace

vm::Result<std::string, std::string> compile_cached(const Otp& otp, const RunOptions& program) {
  const std::string& source = program.file;
  const auto text = read_file(source);
  if (!text) return vm::Err(source + ": " + std::strerror(errno));
  if (otp.release.empty()) {
    return vm::Err(source + ": cannot compile, " + otp.root + "/lib has no compiler");
  }
  std::error_code error;
  const fs::path path = fs::canonical(source, error);
  if (error) return vm::Err(source + ": " + error.message());
  const fs::path cache = cache_folder();
  if (cache.empty()) return vm::Err(std::string("no folder for compiled files can be written"));

  const std::string key = path.string() + '\0' + otp.release + '\0' + *text;
  const fs::path entry = cache / digest(key);
  const std::string beam = path.stem().string() + ".beam";
  if (includes_unchanged(entry / "includes") && fs::exists(entry / beam, error)) {
    return (entry / beam).string();
  }
  const fs::path made = entry.string() + "." + std::to_string(getpid());
  fs::remove_all(made, error);
  if (!fs::create_directory(made, error)) {
    return vm::Err(made.string() + ": " + error.message());
  }
  RunOptions compiler = program;
  compiler.engine = EngineRequest();  // the program's may compile whatever runs, and wait for it
  // Clients and other nodes wait for the program, and must not meet its compiler.
  compiler.control.clear();
  compiler.node = NodeOptions();
  compiler.arguments = {"-o", made.string(), "-I", path.parent_path().string(), "-MMD", "-MF",
                        (made / "rule").string(), "+debug_info",
                        // why_misnamed() says it, and names the source and not this folder.
                        "+no_error_module_mismatch", path.string()};
  const auto status = run_compiler(otp, compiler, CompilerOutput::kStandardError);
  if (!status.ok() || *status != 0 || !fs::exists(made / beam, error)) {
    fs::remove_all(made, error);
    if (!status.ok()) return vm::Err(status.error());
    return vm::Err(*status == 0 ? source + ": the compiler made no " + beam : std::string());
  }
  write_includes(made, path);
  publish(made, entry);
  return (entry / beam).string();
}

}  // namespace tools
