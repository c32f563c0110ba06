// The linker writes a graph's segments where they will stay, through the writable view, but with
// the addresses of the executable one; so nothing is copied or reprotected at the end.
#include "jit/llvm/link_memory.h"

#include "jit/code_memory.h"
#include "jit/native_image.h"
#include "jit/symbols.h"

#include <llvm/ADT/BitmaskEnum.h>
#include <llvm/ExecutionEngine/JITLink/JITLink.h>
#include <llvm/ExecutionEngine/JITLink/JITLinkMemoryManager.h>
#include <llvm/ExecutionEngine/JITLink/aarch64.h>
#include <llvm/ExecutionEngine/JITLink/x86_64.h>

#include <cstring>
#include <optional>

namespace jit {
namespace {

using llvm::jitlink::BasicLayout;
using llvm::jitlink::JITLinkDylib;
using llvm::jitlink::JITLinkMemoryManager;
using llvm::jitlink::LinkGraph;
using llvm::orc::MemProt;
LLVM_ENABLE_BITMASK_ENUMS_IN_NAMESPACE();

/// What one graph occupies.
struct Blocks {
  vm::Byte* code = nullptr;  // instructions, then constants
  std::size_t code_bytes = 0;
  std::size_t instruction_bytes = 0;
  vm::Byte* data = nullptr;
  std::size_t data_bytes = 0;
  std::vector<llvm::orc::shared::WrapperFunctionCall> at_end;
  CodeSymbols::Handle symbol;
};

enum class Place { kInstructions, kConstants, kData };
constexpr Place kPlaces[] = {Place::kInstructions, Place::kConstants, Place::kData};

Place place_of(MemProt protection) {
  if ((protection & MemProt::Write) != MemProt::None) return Place::kData;
  return (protection & MemProt::Exec) != MemProt::None ? Place::kInstructions : Place::kConstants;
}

constexpr llvm::StringLiteral kValue = ".value.";

/// Finds the places of values in linked code.
class ImageWriter {
 public:
  ImageWriter(const LinkGraph& graph, const Blocks& blocks) : graph_(graph), blocks_(blocks) {}

  /// False: the code cannot be used at another address.
  bool write(const vm::Byte* bytes, NativeImage* image) {
    if (blocks_.data != nullptr || blocks_.code == nullptr) return false;
    for (const llvm::jitlink::Block* block : graph_.blocks()) {
      for (const llvm::jitlink::Edge& edge : block->edges()) {
        if (!add_place(*block, edge, image)) return false;
      }
    }
    image->code.assign(reinterpret_cast<const char*>(bytes), blocks_.code_bytes);
    image->instruction_bytes = static_cast<std::uint32_t>(blocks_.instruction_bytes);
    return true;
  }

 private:
  /// How a whole value sits where `edge` is; nothing: it is a distance.
  static std::optional<HoleForm> form_of(const llvm::jitlink::Block& block,
                                         const llvm::jitlink::Edge& edge) {
    namespace x86_64 = llvm::jitlink::x86_64;
    namespace aarch64 = llvm::jitlink::aarch64;
    if constexpr (vm::kProcessor == vm::Processor::kX86_64) {
      if (edge.getKind() == x86_64::Pointer64) return HoleForm::kWord;
      const bool is_narrow =
          edge.getKind() == x86_64::Pointer32 || edge.getKind() == x86_64::Pointer32Signed;
      return is_narrow ? std::optional(HoleForm::kNarrow) : std::nullopt;
    } else {
      if (edge.getKind() == aarch64::Pointer64) return HoleForm::kWord;
      if (edge.getKind() != aarch64::MoveWide16) return std::nullopt;
      std::uint32_t instruction = 0;
      std::memcpy(&instruction, block.getContent().data() + edge.getOffset(), sizeof(instruction));
      constexpr HoleForm kForms[] = {HoleForm::kMove0, HoleForm::kMove16, HoleForm::kMove32,
                                     HoleForm::kMove48};
      return kForms[instruction >> 21 & 3];  // the instruction's `hw`
    }
  }

  /// Whether an edge within the code is right wherever the code is. AArch64: the addresses of pages
  /// are not.
  static bool is_distance(llvm::jitlink::Edge::Kind kind) {
    return vm::kProcessor == vm::Processor::kX86_64 ||
           (kind != llvm::jitlink::aarch64::Page21 && kind != llvm::jitlink::aarch64::PageOffset12);
  }

  bool add_place(const llvm::jitlink::Block& block, const llvm::jitlink::Edge& edge,
                 NativeImage* image) const {
    const auto start = llvm::orc::ExecutorAddr::fromPtr(blocks_.code);
    const std::optional<HoleForm> form = form_of(block, edge);
    NativeImage::Place place{
        .offset = static_cast<std::uint32_t>(block.getAddress() - start + edge.getOffset()),
        .value = NativeImage::Place::kStart,
        .form = form.value_or(HoleForm::kWord),
        .addend = static_cast<vm::Word>(edge.getAddend())};
    const llvm::jitlink::Symbol& target = edge.getTarget();
    if (target.isDefined()) {
      if (!form) return is_distance(edge.getKind());
      place.addend += target.getAddress() - start;
    } else {
      const auto [prefix, number] = target.getName().rsplit(kValue);
      if (number.getAsInteger(10, place.value) || !form) return false;
    }
    image->places.push_back(place);
    return true;
  }

  const LinkGraph& graph_;
  const Blocks& blocks_;
};

class LinkMemory final : public JITLinkMemoryManager {
 public:
  LinkMemory(CodeMemory& memory, CodeSymbols& symbols, LinkRecord& record)
      : memory_(memory), symbols_(symbols), record_(record) {}

  void allocate(const JITLinkDylib*, LinkGraph& graph, OnAllocatedFunction done) override {
    auto blocks = std::make_unique<Blocks>();
    if (auto error = lay_out(graph, *blocks)) {
      release(*blocks);
      return done(std::move(error));
    }
    done(std::make_unique<InFlight>(*this, graph, std::move(blocks)));
  }

  void deallocate(std::vector<FinalizedAlloc> allocations, OnDeallocatedFunction done) override {
    llvm::Error errors = llvm::Error::success();
    for (FinalizedAlloc& allocation : allocations) {
      const std::unique_ptr<Blocks> blocks(allocation.release().toPtr<Blocks*>());
      errors =
          llvm::joinErrors(std::move(errors), llvm::orc::shared::runDeallocActions(blocks->at_end));
      release(*blocks);
    }
    done(std::move(errors));
  }

 private:
  /// A graph whose addresses are assigned and whose bytes are being written.
  class InFlight final : public InFlightAlloc {
   public:
    InFlight(LinkMemory& owner, LinkGraph& graph, std::unique_ptr<Blocks> blocks)
        : owner_(owner), graph_(graph), blocks_(std::move(blocks)) {}

    void abandon(OnAbandonedFunction done) override {
      owner_.release(*blocks_);
      done(llvm::Error::success());
    }

    void finalize(OnFinalizedFunction done) override {
      owner_.note(graph_, *blocks_);
      if (blocks_->instruction_bytes > 0)
        owner_.memory_.publish(blocks_->code, blocks_->instruction_bytes);
      auto at_end = llvm::orc::shared::runFinalizeActions(graph_.allocActions());
      if (!at_end) {
        owner_.release(*blocks_);
        return done(at_end.takeError());
      }
      blocks_->at_end = std::move(*at_end);
      if (blocks_->instruction_bytes > 0) {
        blocks_->symbol =
            owner_.symbols_.add(blocks_->code, blocks_->instruction_bytes, graph_.getName());
      }
      // Any address will do: deallocate() gets it back.
      done(FinalizedAlloc(llvm::orc::ExecutorAddr::fromPtr(blocks_.release())));
    }

   private:
    LinkMemory& owner_;
    LinkGraph& graph_;
    std::unique_ptr<Blocks> blocks_;
  };

  llvm::Error lay_out(LinkGraph& graph, Blocks& blocks) {
    BasicLayout layout(graph);
    std::size_t code = 0, data = 0;
    // Two passes: to count, then to place.
    const auto walk = [&](auto visit) {
      code = data = 0;
      for (const Place place : kPlaces) {
        for (auto& [group, segment] : layout.segments()) {
          if (place_of(group.getMemProt()) != place) continue;
          std::size_t& offset = place == Place::kData ? data : code;
          visit(place, offset, segment);
          const std::size_t size = segment.ContentSize + segment.ZeroFillSize;
          offset += llvm::alignTo(size, CodeMemory::kAlignment);
        }
        if (place == Place::kInstructions) blocks.instruction_bytes = code;
      }
    };
    bool is_aligned = true;
    walk([&](Place, std::size_t, BasicLayout::Segment& segment) {
      is_aligned &= segment.Alignment.value() <= CodeMemory::kAlignment;
    });
    if (!is_aligned)
      return llvm::createStringError("%s: wants more than the alignment of code memory",
                                     graph.getName().c_str());
    if (code > 0) blocks.code = memory_.allocate_code(code);
    if (data > 0) blocks.data = memory_.allocate_data(data);
    blocks.code_bytes = code;
    blocks.data_bytes = data;
    if ((code > 0 && blocks.code == nullptr) || (data > 0 && blocks.data == nullptr)) {
      return llvm::createStringError("%s: code memory is full (%zu of %zu bytes used)",
                                     graph.getName().c_str(), memory_.used_code_bytes(),
                                     memory_.limit_bytes());
    }
    walk([&](Place place, std::size_t offset, BasicLayout::Segment& segment) {
      vm::Byte* address = (place == Place::kData ? blocks.data : blocks.code) + offset;
      vm::Byte* working = place == Place::kData ? address : memory_.writable(address);
      // The block may have been used before.
      std::memset(working, 0, segment.ContentSize + segment.ZeroFillSize);
      segment.Addr = llvm::orc::ExecutorAddr::fromPtr(address);
      segment.WorkingMem = reinterpret_cast<char*>(working);
    });
    return layout.apply();
  }

  /// The bytes of the graph are complete.
  void note(LinkGraph& graph, const Blocks& blocks) {
    note_jumps(graph);
    if (record_.image == nullptr) return;
    record_.start = reinterpret_cast<vm::Word>(blocks.code);
    NativeImage& image = *record_.image;
    if (!ImageWriter(graph, blocks).write(memory_.writable(blocks.code), &image)) image = {};
  }

  void note_jumps(LinkGraph& graph) {
    if constexpr (vm::kProcessor != vm::Processor::kX86_64) return;
    for (const llvm::jitlink::Block* block : graph.blocks()) {
      for (const llvm::jitlink::Edge& edge : block->edges()) {
        if (edge.getKind() != llvm::jitlink::x86_64::BranchPCRel32) continue;
        const auto target = edge.getTarget().getAddress() + edge.getAddend();
        record_.jumps.push_back(
            {(block->getAddress() + edge.getOffset()).getValue(), target.getValue()});
      }
    }
  }

  void release(Blocks& blocks) {
    symbols_.remove(std::move(blocks.symbol));
    memory_.free_code(blocks.code, blocks.code_bytes);
    memory_.free_data(blocks.data, blocks.data_bytes);
  }

  CodeMemory& memory_;
  CodeSymbols& symbols_;
  LinkRecord& record_;
};

}  // namespace

std::string value_symbol(const std::string& prefix, std::size_t number) {
  return prefix + kValue.str() + std::to_string(number);
}

std::unique_ptr<JITLinkMemoryManager> make_link_memory(CodeMemory& memory, CodeSymbols& symbols,
                                                       LinkRecord& record) {
  return std::make_unique<LinkMemory>(memory, symbols, record);
}

}  // namespace jit
