// Resources: objects of C code that Erlang code holds by references. A resource is a MagicObject
// with the C code's bytes behind it; its reference is a magic reference with a number of the
// resource's own, so that all references to it are equal.
// ResourceType: which functions a kind of resource has. A type belongs to the library that opened
// it last, and is taken over when a new version of the module opens it again.
// Ownership: counted (enif_keep_resource(), each reference); the destructor runs with the last
// count. A type is kept as long as its library or a resource of it.
// Threads: any. Source: erl_nif(3), "Resource objects".
#pragma once

#include "bif/nif/direct_tracer.h"
#include "bif/nif/library.h"
#include "vm/heap/magic_ref.h"
#include "vm/proc/object_monitors.h"

#include <cstddef>
#include <map>
#include <memory>

/// The name that erl_nif.h has declared.
struct enif_resource_type_t {
  vm::Term module;
  vm::Term name;
  ErlNifResourceTypeInit functions{};
  bif::NifLibraryRef library;  // null: it has been unloaded
  vm::Word resources = 0;      // that are alive; under the table's lock
  bool is_orphaned = false;    // its library is gone for its module; under the table's lock
};

namespace bif {

class NifResource;

/// The processes that a resource monitors.
class ResourceMonitors final : public vm::ObjectMonitors {
 public:
  explicit ResourceMonitors(NifResource& resource) : resource_(&resource) {}
  void process_down(vm::Vm& vm, vm::Term pid, vm::RefNumber monitor) override;
  vm::Term to_term(vm::HeapBuilder& builder) override;
  /// The resource dies.
  void detach() VM_EXCLUDES(mutex_);

 private:
  NifResource* resource_ VM_GUARDED_BY(mutex_);
};

class alignas(std::max_align_t) NifResource final : public vm::MagicObject {
 public:
  static constexpr char kKind = 0;
  const void* kind() const override { return &kKind; }

  /// With `size` bytes of the C code's, uninitialised. Null without memory.
  static vm::SharedRef<NifResource> make(ErlNifResourceType& type, std::size_t size);
  static NifResource& of(void* data) { return *(static_cast<NifResource*>(data) - 1); }
  ~NifResource() override;
  static void operator delete(void* memory);

  /// The C code's bytes.
  void* data() { return this + 1; }
  /// A new reference to it.
  vm::Term make_ref(vm::HeapBuilder& builder) {
    return vm::make_magic_ref(builder, number.low, number.high, *this, size);
  }

  ErlNifResourceType& type;
  const std::size_t size;
  const vm::RefNumber number;
  tracing::DirectTracer direct;                // of a tracer's state
  std::shared_ptr<ResourceMonitors> monitors;  // null until the first; see enif_monitor_process()

 private:
  NifResource(ErlNifResourceType& type, std::size_t size);
};

/// The resource behind a reference, if it is of `type`; else null.
NifResource* find_resource(vm::Term ref, const ErlNifResourceType* type);

/// What `library` has opened while it was loading takes effect, or is forgotten.
void finish_opening_types(NifLibrary& library, bool loaded);
/// The module version of `library` is purged: its types go with their last resource.
void orphan_types(NifLibrary& library);

}  // namespace bif
