"""Who may include whom: the one place where the direction of the folders is written down for the tools."""

LIBRARIES = ("vm", "loader", "jit", "tracing", "bif")

# The layers of vm/, lowest first. Folders of one layer may include each other.
VM_LAYERS = (("base",), ("term", "heap"), ("code",), ("proc", "sched"), ("match", "io"), ("ets", "port", "net"), ("dist",),
             ("instr",), ("interp",))
VM_LEVEL = {folder: level for level, layer in enumerate(VM_LAYERS) for folder in layer}

# Other top folders: what they may include besides themselves.
ALLOWED = {
    "vm": ("vm/",),
    "loader": tuple(f"vm/{folder}/" for folder, level in VM_LEVEL.items() if level <= VM_LEVEL["sched"])
              + ("vm/vm.h",),
    "jit": ("vm/",),
    "tracing": tuple(f"vm/{folder}/" for folder in VM_LEVEL
                     if folder not in ("interp", "io", "ets", "port")) + ("vm/vm.h",),
    "bif": ("vm/", "tracing/trace_api.h", "loader/loader.h", "loader/module_files.h"),
}

# Third-party headers that stay in one place.
SYSTEM_ONLY_IN = {
    "llvm/": ("jit/", "tests/"),
    "CLI/": ("tools/", "tests/"),
    "spdlog/": ("vm/base/log.cpp",),
    "gtest/": ("tests/",),
    "gmock/": ("tests/",),
    "benchmark/": ("tests/",),
}


def forbidden(path, included):
    """Why the file at `path` may not include "included", or None."""
    top = path.split("/")[0]
    if top not in ALLOWED:
        return None
    if top == "vm":
        return _forbidden_in_vm(path, included)
    if included.startswith(top + "/") or included.startswith(ALLOWED[top]):
        return None
    return f"{top}/ may not include {included}"


def _forbidden_in_vm(path, included):
    if not included.startswith("vm/"):
        return f"vm/ may not include {included}"
    here, there = path.split("/")[1], included.split("/")[1]
    if here not in VM_LEVEL:  # vm/vm.h and vm/vm.cpp own everything
        return None
    if there not in VM_LEVEL:
        return None if there == "vm.h" and VM_LEVEL[here] >= VM_LEVEL["proc"] else f"vm/{here} may not include {included}"
    if VM_LEVEL[there] > VM_LEVEL[here]:
        return f"vm/{here} stands below vm/{there}"
    return None


def forbidden_system(path, included):
    """Why the file at `path` may not include <included>, or None."""
    for prefix, places in SYSTEM_ONLY_IN.items():
        if included.startswith(prefix) and not path.startswith(places):
            return f"<{included}> is for {', '.join(places)} only"
    return None
