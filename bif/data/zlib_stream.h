// ZlibStream: a stream of zlib that deflates or inflates the bytes of its input queue. A handle of
// OTP's zlib module refers to one.
// Invariants: z_ is initialised by zlib while the state is kDeflate or kInflate; the first taken_
// bytes of input_ are consumed. Functions that return an int return zlib's codes.
// Ownership: the magic reference of the handle. Threads: the controlling process only; `controller`
// may be read on any.
#pragma once

#include "vm/base/atomic.h"
#include "vm/heap/off_heap.h"

#include <zlib.h>

#include <optional>
#include <string>

namespace bif {

enum class StreamState : std::uint8_t { kNone, kDeflate, kInflate, kClosed };

class ZlibStream : public vm::MagicObject {
 public:
  // What inflate does with input after the end of the compressed data; the numbers of zlib.erl.
  enum EndBehaviour : int { kEndError = 0, kEndReset = 1, kEndCut = 2 };
  struct DeflateOptions {
    int level, method, window_bits, memory_level, strategy;
  };

  static constexpr char kKind = 0;
  const void* kind() const override { return &kKind; }
  explicit ZlibStream(vm::Term owner) : controller(owner.bits()) {}
  ~ZlibStream() override { close(); }

  StreamState state() const { return state_; }
  bool is_running() const {
    return state_ == StreamState::kDeflate || state_ == StreamState::kInflate;
  }
  /// CRC of the plain text so far; 0 for streams that are not raw, whose format has a checksum.
  uLong sum() const { return sum_; }

  // --- in state kNone; Z_OK changes it to kDeflate or kInflate ---
  int start_deflate(const DeflateOptions& options);
  int start_inflate(int window_bits, int end_behaviour);
  /// In any state: frees the stream, which cannot be used any more.
  void close();

  // --- running ---
  /// Sets the dictionary of a deflating stream and stores its checksum.
  int set_deflate_dictionary(const std::string& words, uLong* checksum);
  int set_inflate_dictionary(const std::string& words);
  /// Stores the present dictionary of an inflating stream.
  int inflate_dictionary(std::string* words);
  /// Changes level and strategy. Requires that all output has been flushed.
  int change_parameters(int level, int strategy);
  /// Returns the stream to its start and empties the queue.
  int reset();
  /// Ends the stream: state kNone. Z_DATA_ERROR if the data has not ended or the queue has more.
  int end();

  struct Step {
    int code = Z_OK;
    std::size_t produced = 0;
    std::size_t consumed = 0;
    /// The queue is empty and the output had room for more.
    bool is_finished = false;
    uLong dictionary = 0;  // with Z_NEED_DICT: the checksum of the dictionary that is needed
  };
  /// Deflates or inflates at most `limit` bytes of the queue into `out`, up to its size; flushes
  /// when the queue is empty. Z_BUF_ERROR is no error. Z_DATA_ERROR also if there is no progress.
  Step run(std::size_t limit, int flush, std::string& out);

  // --- the queue ---
  /// The queue: the caller appends bytes.
  std::string& queue();

  vm::SWord chunk_size = 4000;
  std::optional<std::string> stash;  // a term, in external format
  vm::Atomic<vm::Word> controller;   // a pid; relaxed: it orders nothing

 private:
  using Codec = int (*)(z_stream*, int);
  void start(StreamState state, int window_bits);
  void reset_input();
  std::size_t waiting() const { return input_.size() - taken_; }
  void take(std::size_t bytes);
  int begin_after_end();
  void add_to_sum(const Bytef* bytes, std::size_t size);

  z_stream z_{};
  StreamState state_ = StreamState::kNone;
  int end_behaviour_ = kEndCut;
  bool end_seen_ = false;
  bool is_raw_ = false;
  uLong sum_ = 0;
  std::string input_;      // the queue
  std::size_t taken_ = 0;  // bytes of it that are consumed
};

}  // namespace bif
