// `sonde`: reads the command line, finds the program, and runs it in a machine. An error before the
// program runs is one line on standard error.
#include "bif/system/restart.h"
#include "tools/sonde/command_line.h"
#include "tools/sonde/compare.h"
#include "tools/sonde/disasm.h"
#include "tools/sonde/library.h"
#include "tools/sonde/program.h"
#include "tools/sonde/run.h"
#include "vm/base/memory_limit.h"

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <exception>
#include <fcntl.h>
#include <fstream>
#include <system_error>
#include <unistd.h>

namespace tools {
namespace {

int fail(const std::string& why) {
  if (!why.empty()) std::fprintf(stderr, "sonde: %s\n", why.c_str());
  return kStatusError;
}

/// Writes to standard output and makes sure that it arrived: a full disk is an error, a closed pipe
/// is not.
int print(const std::string& text) {
  std::fwrite(text.data(), 1, text.size(), stdout);
  if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return kStatusOk;
  if (errno == EPIPE) return kStatusOk;
  return fail(std::string("cannot write: ") + std::strerror(errno));
}

int disasm(const CommandLine& line) {
  auto program = find_program(line.run);
  if (!program.ok()) return fail(program.error());
  if (line.disasm.jit || line.disasm.baseline) {
    auto compiled = compile_and_disassemble(line, *program);
    return compiled.ok() ? print(*compiled) : fail(compiled.error());
  }
  auto text = disassemble_generic(program->checked, line.disasm.function, line.run.file);
  if (!text.ok()) return fail(text.error());
  if (const int status = print(*text); status != kStatusOk || !line.disasm.live) return status;
  auto live = run_and_disassemble(line, std::move(*program));
  if (!live.ok()) return fail(live.error());
  const int printed = print("\n" + live->text);
  return live->status != kStatusOk ? live->status : printed;
}

/// Runs a program of OTP's libraries.
int library(const CommandLine& line) {
  if (line.command == CommandLine::Command::kErl) {
    auto status = run_erl(line.run);
    return status.ok() ? *status : fail(status.error());
  }
  auto otp = find_otp(line.run.otp);
  if (!otp.ok()) return fail(otp.error());
  auto status = line.command == CommandLine::Command::kErlc
                    ? run_compiler(*otp, line.run, CompilerOutput::kStandard)
                    : run_shell(*otp, line.run);
  return status.ok() ? *status : fail(status.error());
}

int escript(const CommandLine& line) {
  auto otp = find_otp(line.run.otp);
  if (!otp.ok()) return fail(otp.error());
  auto status = run_escript(*otp, line.run, line.trace);
  return status.ok() ? *status : fail(status.error());
}

int trace_log(const CommandLine& line) {
  if (std::string why = why_replaced(line.run.file, line.trace.output); !why.empty())
    return fail(why);
  auto otp = find_otp(line.run.otp);
  if (!otp.ok()) return fail(otp.error());
  auto status = run_trace_log_reader(*otp, line.run, line.trace);
  return status.ok() ? *status : fail(status.error());
}

int attach(const CommandLine& line) {
  auto otp = find_otp(line.run.otp);
  if (!otp.ok()) return fail(otp.error());
  auto status = run_attached(*otp, line.run, line.trace);
  return status.ok() ? *status : fail(status.error());
}

int view(const CommandLine& line) {
  auto page = write_view(line.view);
  if (!page.ok()) return fail(page.error());
  if (!page->note.empty()) std::fprintf(stderr, "sonde: %s\n", page->note.c_str());
  return print(page->name + "\n");
}

std::string formatted(const Comparison& comparison, const std::string& format) {
  if (format == "markdown") return comparison_markdown(comparison);
  if (format == "json") return comparison_json(comparison);
  return format == "svg" ? comparison_svg(comparison) : comparison_text(comparison);
}

/// Into the file, or where its name is empty to standard output.
int write_result(const std::string& text, const std::string& file) {
  if (file.empty()) return print(text);
  std::ofstream stream(file, std::ios::binary);
  stream << text;
  stream.close();
  return stream ? kStatusOk : fail(file + ": " + std::strerror(errno));
}

int compare_engines(const CommandLine& line) {
  if (std::string why = why_replaced(line.run.file, line.compare.output); !why.empty())
    return fail(why);
  auto program = find_program(line.run);
  if (!program.ok()) return fail(program.error());
  auto comparison = compare(line, *program);
  if (!comparison.ok()) return fail(comparison.error());
  const int printed =
      write_result(formatted(*comparison, line.compare.format), line.compare.output);
  return comparison->is_equal ? printed : kStatusError;
}

int run(const CommandLine& line) {
  if (std::string why = why_replaced(line.run.file, line.trace.output); !why.empty())
    return fail(why);
  if (is_escript(line.run.file)) return escript(line);
  auto program = find_program(line.run);
  if (!program.ok()) return fail(program.error());
  auto status = run_program(line, std::move(*program));
  return status.ok() ? *status : fail(status.error());
}

int run_command(const CommandLine& line) {
  vm::set_memory_limit(line.run.max_memory_mib << 20);
  if (!line.warning.empty()) std::fprintf(stderr, "sonde: warning: %s\n", line.warning.c_str());
  switch (line.command) {
    case CommandLine::Command::kNone:
      if (line.status == kStatusOk) return print(line.text);
      fail(line.text);
      return line.status;
    case CommandLine::Command::kRun:
    case CommandLine::Command::kTrace:
    case CommandLine::Command::kProfile:
      return run(line);
    case CommandLine::Command::kTraceLog:
      return trace_log(line);
    case CommandLine::Command::kAttach:
      return attach(line);
    case CommandLine::Command::kView:
      return view(line);
    case CommandLine::Command::kErlc:
    case CommandLine::Command::kShell:
    case CommandLine::Command::kErl:
      return library(line);
    case CommandLine::Command::kCompare:
      return compare_engines(line);
    case CommandLine::Command::kDisasm:
      return disasm(line);
  }
  return kStatusError;
}

/// Opens the null device for each standard stream that the caller closed: otherwise the next file
/// that the program opens would be its standard output.
bool open_standard_streams() {
  for (;;) {
    const int fd = open("/dev/null", O_RDWR);
    if (fd < 0) return false;
    if (fd <= STDERR_FILENO) continue;
    close(fd);
    return true;
  }
}

/// Whether the program may open what a machine needs to start: its event loops, their wake-ups, and
/// the files that it reads. Later, a lack of descriptors is an error of the call that wants one.
bool has_descriptors() {
  constexpr int kNeeded = 16;
  int opened[kNeeded];
  int count = 0;
  while (count < kNeeded && (opened[count] = dup(STDERR_FILENO)) >= 0) ++count;
  for (int n = 0; n < count; ++n) close(opened[n]);
  return count == kNeeded;
}

/// Says what the standard library has thrown, the exception that is being handled: the system gives
/// no more threads, for example. Returns the exit status.
int fail_with_exception() {
  try {
    throw;
  } catch (const std::system_error& error) {
    return fail(
        error.code() == std::errc::resource_unavailable_try_again
            ? "the system gives no memory, or no more threads, for a thread (ulimit -v, ulimit -u)"
            : error.what());
  } catch (const std::exception& error) {
    return fail(error.what());
  }
}

/// Where the machine's frames, which cannot be unwound, are below: std::terminate() has made the
/// exception the one that is handled.
[[noreturn]] void end_with_exception() { _exit(fail_with_exception()); }

/// After init:restart/0: the same program with the same command line, in this process of the
/// operating system. All that the machine had is gone; open descriptors close by themselves.
/// Returns only on failure, with a status.
int start_again(char** argv) {
  std::fflush(nullptr);
  execv("/proc/self/exe", argv);
  return fail(std::string("cannot start again: ") + std::strerror(errno));
}

}  // namespace
}  // namespace tools

int main(int argc, char** argv) {
  // A closed pipe shows as EPIPE at the write; the signal would end the program halfway.
  std::signal(SIGPIPE, SIG_IGN);
  if (!tools::open_standard_streams() || !tools::has_descriptors())
    return tools::fail("cannot start: too few file descriptors (ulimit -n): 16 more must be free");
  std::set_terminate(tools::end_with_exception);
  try {
    const int status = tools::run_command(tools::parse_command_line(argc, argv));
    return status == bif::kRestartStatus ? tools::start_again(argv) : status;
  } catch (const std::exception&) {
    return tools::fail_with_exception();
  }
}
