// The calls of zlib, with what zlib leaves to its callers.
#include "bif/data/zlib_stream.h"

#include <algorithm>

namespace bif {
namespace {

const Bytef* bytes_of(const std::string& text) {
  return reinterpret_cast<const Bytef*>(text.data());
}

}  // namespace

void ZlibStream::start(StreamState state, int window_bits) {
  state_ = state;
  end_seen_ = false;
  is_raw_ = window_bits < 0;
  sum_ = ::crc32(0, nullptr, 0);
}

int ZlibStream::start_deflate(const DeflateOptions& options) {
  const int code = ::deflateInit2(&z_, options.level, options.method, options.window_bits,
                                  options.memory_level, options.strategy);
  if (code == Z_OK) start(StreamState::kDeflate, options.window_bits);
  return code;
}

int ZlibStream::start_inflate(int window_bits, int end_behaviour) {
  const int code = ::inflateInit2(&z_, window_bits);
  if (code == Z_OK) {
    start(StreamState::kInflate, window_bits);
    end_behaviour_ = end_behaviour;
  }
  return code;
}

void ZlibStream::close() {
  if (state_ == StreamState::kDeflate) ::deflateEnd(&z_);
  if (state_ == StreamState::kInflate) ::inflateEnd(&z_);
  state_ = StreamState::kClosed;
  reset_input();
  stash.reset();
}

int ZlibStream::set_deflate_dictionary(const std::string& words, uLong* checksum) {
  const auto size = static_cast<uInt>(words.size());
  const int code = ::deflateSetDictionary(&z_, bytes_of(words), size);
  // A raw stream keeps no checksum itself.
  *checksum = is_raw_ ? ::adler32(0, bytes_of(words), size) : z_.adler;
  return code;
}

int ZlibStream::set_inflate_dictionary(const std::string& words) {
  return ::inflateSetDictionary(&z_, bytes_of(words), static_cast<uInt>(words.size()));
}

int ZlibStream::inflate_dictionary(std::string* words) {
  words->resize(32768);  // the largest window there is
  uInt size = 0;
  const int code = ::inflateGetDictionary(&z_, reinterpret_cast<Bytef*>(words->data()), &size);
  words->resize(size);
  return code;
}

int ZlibStream::change_parameters(int level, int strategy) {
  // The caller has flushed everything; a byte that comes out nevertheless would be lost.
  Bytef unexpected;
  z_.next_out = &unexpected;
  z_.avail_out = 1;
  const int code = ::deflateParams(&z_, level, strategy);
  return z_.avail_out == 0 ? Z_STREAM_ERROR : code;
}

int ZlibStream::reset() {
  const int code = state_ == StreamState::kDeflate ? ::deflateReset(&z_) : ::inflateReset(&z_);
  sum_ = ::crc32(0, nullptr, 0);
  end_seen_ = false;
  reset_input();
  stash.reset();
  return code;
}

int ZlibStream::end() {
  int code = state_ == StreamState::kDeflate ? ::deflateEnd(&z_) : ::inflateEnd(&z_);
  const bool is_cut = state_ == StreamState::kInflate && !end_seen_;
  if (code == Z_OK && (is_cut || waiting() > 0)) code = Z_DATA_ERROR;
  reset_input();
  stash.reset();
  state_ = StreamState::kNone;
  return code;
}

/// What the end behaviour asks for, when more is expanded after the end of the data.
int ZlibStream::begin_after_end() {
  if (end_behaviour_ == kEndError) return Z_DATA_ERROR;
  if (end_behaviour_ == kEndCut) {
    reset_input();
    stash.reset();
  }
  if (end_behaviour_ != kEndReset) return Z_OK;
  const int code = ::inflateReset(&z_);
  if (code == Z_OK) end_seen_ = false;
  return code;
}

ZlibStream::Step ZlibStream::run(std::size_t limit, int flush, std::string& out) {
  Step step;
  const Codec codec = state_ == StreamState::kDeflate ? ::deflate : ::inflate;
  if (state_ == StreamState::kInflate && end_seen_ && waiting() > 0) {
    step.code = begin_after_end();
    if (step.code != Z_OK) return step;
  }
  const std::size_t given = std::min(waiting(), limit);
  auto* const from = reinterpret_cast<Bytef*>(input_.data() + taken_);
  z_.next_out = reinterpret_cast<Bytef*>(out.data());
  z_.avail_out = static_cast<uInt>(out.size());
  if (given > 0) {
    z_.next_in = from;
    z_.avail_in = static_cast<uInt>(given);
    step.code = codec(&z_, Z_NO_FLUSH);
    step.consumed = given - z_.avail_in;
    if (state_ == StreamState::kDeflate) add_to_sum(from, step.consumed);
    take(step.consumed);
  }
  if (step.code == Z_OK && waiting() == 0 && z_.avail_out > 0) {
    z_.next_in = nullptr;
    z_.avail_in = 0;
    step.code = codec(&z_, flush);
  }
  step.produced = out.size() - z_.avail_out;
  step.is_finished = waiting() == 0 && step.produced < out.size();
  step.dictionary = z_.adler;
  if (step.code < 0 && step.code != Z_BUF_ERROR) return step;
  if (step.code == Z_STREAM_END) end_seen_ = true;
  if (state_ == StreamState::kInflate) add_to_sum(bytes_of(out), step.produced);
  if (step.consumed == 0 && step.produced == 0 && waiting() != 0) step.code = Z_DATA_ERROR;
  return step;
}

void ZlibStream::add_to_sum(const Bytef* bytes, std::size_t size) {
  if (is_raw_) sum_ = ::crc32(sum_, bytes, static_cast<uInt>(size));
}

std::string& ZlibStream::queue() {
  if (taken_ > 0) {
    input_.erase(0, taken_);
    taken_ = 0;
  }
  return input_;
}

void ZlibStream::reset_input() {
  input_.clear();
  taken_ = 0;
}

void ZlibStream::take(std::size_t bytes) {
  taken_ += bytes;
  if (taken_ == input_.size()) reset_input();
}

}  // namespace bif
