// Resources count themselves; types are counted under one lock. A destructor of C code runs without
// any lock.
#include "bif/nif/resources.h"

#include "bif/nif/c_monitor.h"
#include "bif/nif/text.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <new>

using bif::from_nif;
using bif::to_nif;
using vm::Term;

namespace bif {
namespace {

/// All types, by module and name. One table for the program, as the libraries are the program's.
vm::Mutex types_mutex{vm::LockRank::kNifResourceTypes};
std::map<std::pair<Word, Word>, std::unique_ptr<ErlNifResourceType>> types
    VM_GUARDED_BY(types_mutex);
/// Types of libraries that are gone for their modules, while they have resources. A new library may
/// create a type with the same name.
std::map<ErlNifResourceType*, std::unique_ptr<ErlNifResourceType>> orphans
    VM_GUARDED_BY(types_mutex);

/// Whether resources of the type still need code of the library.
bool has_functions(const ErlNifResourceType& type) {
  const ErlNifResourceTypeInit& functions = type.functions;
  return functions.dtor != nullptr || functions.stop != nullptr || functions.down != nullptr ||
         functions.dyncall != nullptr;
}

/// Takes a type out that nothing needs any more. Returns its library, which must not be freed under
/// the lock; may be null.
NifLibraryRef drop_if_unused(ErlNifResourceType& type) VM_REQUIRES(types_mutex) {
  if (!type.is_orphaned || type.resources != 0) return {};
  NifLibraryRef library = std::move(type.library);
  orphans.erase(&type);
  return library;
}

void make_orphan(ErlNifResourceType& type) VM_REQUIRES(types_mutex) {
  const auto found = types.find({type.module.bits(), type.name.bits()});
  orphans.emplace(&type, std::move(found->second));
  types.erase(found);
  type.is_orphaned = true;
}

}  // namespace

// --- resources ---

NifResource::NifResource(ErlNifResourceType& type, std::size_t size)
    : type(type), size(size), number(vm::next_ref_number(nif_machine())) {}

vm::SharedRef<NifResource> NifResource::make(ErlNifResourceType& type, std::size_t size) {
  void* memory = std::malloc(sizeof(NifResource) + size);
  if (memory == nullptr) return {};
  vm::SharedRef<NifResource> resource(new (memory) NifResource(type, size));
  const vm::MutexLock lock(types_mutex);
  ++type.resources;
  return resource;
}

NifResource::~NifResource() {
  if (monitors != nullptr) monitors->detach();
  if (type.functions.dtor != nullptr && has_nif_machine()) {
    ErlNifEnv env(ErlNifEnv::Kind::kCallback, nif_machine(), type.library.get(), Term::none());
    type.functions.dtor(&env, data());
  }
  NifLibraryRef unused;  // freed without the lock
  const vm::MutexLock lock(types_mutex);
  --type.resources;
  unused = drop_if_unused(type);
}

void NifResource::operator delete(void* memory) { std::free(memory); }

NifResource* find_resource(Term ref, const ErlNifResourceType* type) {
  auto* resource = vm::magic_object<NifResource>(ref);
  return resource != nullptr && &resource->type == type ? resource : nullptr;
}

// --- types ---

void finish_opening_types(NifLibrary& library, bool loaded) {
  std::vector<NifLibraryRef> replaced;  // freed without the lock
  const vm::MutexLock lock(types_mutex);
  for (const NifLibrary::OpenedType& opened : library.opened_types) {
    ErlNifResourceType& type = *opened.type;
    if (loaded) {
      if (!opened.is_new) replaced.push_back(std::exchange(type.library, NifLibraryRef(&library)));
      type.functions = opened.functions;
    } else if (opened.is_new) {
      make_orphan(type);
      replaced.push_back(drop_if_unused(type));
    }
  }
  library.opened_types.clear();
}

void orphan_types(NifLibrary& library) {
  std::vector<NifLibraryRef> unused;  // freed without the lock
  const vm::MutexLock lock(types_mutex);
  std::vector<ErlNifResourceType*> own;
  for (const auto& [key, type] : types)
    if (type->library.get() == &library) own.push_back(type.get());
  for (ErlNifResourceType* type : own) {
    make_orphan(*type);
    // As in OTP, resources without functions do not keep the library.
    if (!has_functions(*type)) unused.push_back(std::move(type->library));
    unused.push_back(drop_if_unused(*type));
  }
}

namespace {

/// enif_open_resource_type() and its successors.
ErlNifResourceType* open_type(ErlNifEnv* env, const char* name,
                              const ErlNifResourceTypeInit& functions, ErlNifResourceFlags flags,
                              ErlNifResourceFlags* tried) {
  NifLibrary* library = env->library;
  if (tried != nullptr) *tried = flags;
  const auto atom = bif::intern_latin1(name);
  if (library == nullptr || !library->is_loading || !atom.ok()) return nullptr;
  const vm::MutexLock lock(types_mutex);
  const auto found = types.find({library->module.bits(), atom->bits()});
  const bool is_new = found == types.end();
  const ErlNifResourceFlags need = is_new ? ERL_NIF_RT_CREATE : ERL_NIF_RT_TAKEOVER;
  if ((flags & need) == 0) return nullptr;
  if (tried != nullptr) *tried = need;
  ErlNifResourceType* type = is_new ? nullptr : found->second.get();
  if (is_new) {
    auto made = std::make_unique<ErlNifResourceType>();
    made->module = library->module;
    made->name = *atom;
    made->functions = functions;
    made->library = NifLibraryRef(library);
    type = made.get();
    types.emplace(std::pair{library->module.bits(), atom->bits()}, std::move(made));
  }
  library->opened_types.push_back({type, functions, is_new});
  return type;
}

}  // namespace

// --- monitors ---

void ResourceMonitors::detach() {
  const vm::MutexLock lock(mutex_);
  resource_ = nullptr;
  pids_.clear();
}

void ResourceMonitors::process_down(vm::Vm& vm, Term pid, vm::RefNumber monitor) {
  vm::SharedRef<NifResource> resource;  // dropped without the lock
  {
    const vm::MutexLock lock(mutex_);
    // A resource whose last count has gone is on its way to detach().
    if (resource_ == nullptr || pids_.erase(monitor) == 0 || !resource_->try_retain()) return;
    resource = vm::SharedRef<NifResource>::adopt(resource_);
  }
  if (resource->type.functions.down != nullptr) {
    ErlNifEnv env(ErlNifEnv::Kind::kCallback, vm, resource->type.library.get(), Term::none());
    ErlNifPid nif_pid{to_nif(pid)};
    ErlNifMonitor nif_monitor = c_monitor(monitor);
    resource->type.functions.down(&env, resource->data(), &nif_pid, &nif_monitor);
  }
}

Term ResourceMonitors::to_term(vm::HeapBuilder& builder) {
  const vm::MutexLock lock(mutex_);
  if (resource_ == nullptr || !resource_->try_retain()) return Term::none();
  // Not the last reference where it goes: the term has one.
  const auto keep = vm::SharedRef<NifResource>::adopt(resource_);
  return keep->make_ref(builder);
}

namespace {

vm::Mutex first_monitor_mutex{vm::LockRank::kNifResource};

/// The resource's monitors, made with the first.
std::shared_ptr<ResourceMonitors> monitors_of(NifResource& resource) {
  const vm::MutexLock lock(first_monitor_mutex);
  if (resource.monitors == nullptr)
    resource.monitors = std::make_shared<ResourceMonitors>(resource);
  return resource.monitors;
}

}  // namespace
}  // namespace bif

extern "C" {

// As OTP, without a look at the name of a module: the type belongs to the one that opens it.
ErlNifResourceType* enif_open_resource_type(ErlNifEnv* env, const char*, const char* name,
                                            void (*destructor)(ErlNifEnv*, void*),
                                            ErlNifResourceFlags flags, ErlNifResourceFlags* tried) {
  ErlNifResourceTypeInit functions{};
  functions.dtor = destructor;
  return bif::open_type(env, name, functions, flags, tried);
}

ErlNifResourceType* enif_open_resource_type_x(ErlNifEnv* env, const char* name,
                                              const ErlNifResourceTypeInit* init,
                                              ErlNifResourceFlags flags,
                                              ErlNifResourceFlags* tried) {
  ErlNifResourceTypeInit functions{};
  functions.dtor = init->dtor;
  functions.stop = init->stop;
  functions.down = init->down;
  return bif::open_type(env, name, functions, flags, tried);
}

ErlNifResourceType* enif_init_resource_type(ErlNifEnv* env, const char* name,
                                            const ErlNifResourceTypeInit* init,
                                            ErlNifResourceFlags flags, ErlNifResourceFlags* tried) {
  // `members` counts the functions that the caller's structure has.
  ErlNifResourceTypeInit functions{};
  if (init->members >= 1) functions.dtor = init->dtor;
  if (init->members >= 2) functions.stop = init->stop;
  if (init->members >= 3) functions.down = init->down;
  if (init->members >= 4) functions.dyncall = init->dyncall;
  return bif::open_type(env, name, functions, flags, tried);
}

void* enif_alloc_resource(ErlNifResourceType* type, size_t size) {
  // The reference is the caller's, until enif_release_resource().
  bif::NifResource* resource = bif::NifResource::make(*type, size).detach();
  if (resource == nullptr) return nullptr;
  if (bif::has_nif_checks()) bif::checks::hold(bif::checks::Held::kResource, resource);
  return resource->data();
}
void enif_release_resource(void* data) {
  bif::NifResource& resource = bif::NifResource::of(data);
  if (bif::has_nif_checks()) bif::checks::release(bif::checks::Held::kResource, &resource);
  resource.release();
}
void enif_keep_resource(void* data) {
  bif::NifResource& resource = bif::NifResource::of(data);
  if (bif::has_nif_checks()) bif::checks::hold(bif::checks::Held::kResource, &resource);
  resource.retain();
}
size_t enif_sizeof_resource(void* data) { return bif::NifResource::of(data).size; }

ERL_NIF_TERM enif_make_resource(ErlNifEnv* env, void* data) {
  return to_nif(bif::NifResource::of(data).make_ref(env->builder()));
}

ERL_NIF_TERM enif_make_resource_binary(ErlNifEnv* env, void* data, const void* bytes, size_t size) {
  return to_nif(vm::make_object_binary(env->builder(), bif::NifResource::of(data),
                                       static_cast<const vm::Byte*>(bytes), size));
}

int enif_get_resource(ErlNifEnv*, ERL_NIF_TERM term, ErlNifResourceType* type, void** data) {
  const Term t = from_nif(term);
  bif::NifResource* resource = bif::find_resource(t, type);
  if (resource == nullptr) {
    // A binary of enif_make_resource_binary() stands for the resource, too.
    auto* object = vm::object_behind_binary(t);
    if (object == nullptr || object->kind() != &bif::NifResource::kKind) return 0;
    resource = static_cast<bif::NifResource*>(object);
    if (&resource->type != type) return 0;
  }
  *data = resource->data();
  return 1;
}

int enif_dynamic_resource_call(ErlNifEnv* env, ERL_NIF_TERM module, ERL_NIF_TERM name,
                               ERL_NIF_TERM term, void* call_data) {
  auto* resource = vm::magic_object<bif::NifResource>(from_nif(term));
  if (resource == nullptr) return 1;
  const ErlNifResourceType& type = resource->type;
  if (type.module != from_nif(module) || type.name != from_nif(name) ||
      type.functions.dyncall == nullptr)
    return 1;
  ErlNifEnv callback(ErlNifEnv::Kind::kCallback, env->vm, type.library.get(), Term::none());
  type.functions.dyncall(&callback, resource->data(), call_data);
  return 0;
}

int enif_monitor_process(ErlNifEnv*, void* data, const ErlNifPid* pid, ErlNifMonitor* monitor) {
  bif::NifResource& resource = bif::NifResource::of(data);
  if (resource.type.functions.down == nullptr) return -1;
  const auto number = vm::ObjectMonitors::monitor(bif::nif_machine(), bif::monitors_of(resource),
                                                  from_nif(pid->pid));
  if (!number) return 1;
  if (monitor != nullptr) *monitor = bif::c_monitor(*number);
  return 0;
}

int enif_demonitor_process(ErlNifEnv*, void* data, const ErlNifMonitor* monitor) {
  bif::NifResource& resource = bif::NifResource::of(data);
  const vm::RefNumber number = bif::number_of(*monitor);
  return bif::monitors_of(resource)->demonitor(bif::nif_machine(), number) ? 0 : 1;
}

int enif_compare_monitors(const ErlNifMonitor* a, const ErlNifMonitor* b) {
  return std::memcmp(a, b, sizeof *a);
}

ERL_NIF_TERM enif_make_monitor_term(ErlNifEnv* env, const ErlNifMonitor* monitor) {
  return to_nif(vm::make_ref(env->builder(), bif::number_of(*monitor)));
}

}  // extern "C"
