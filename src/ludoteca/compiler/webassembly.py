"""From entry points to a WebAssembly object file: Numba generates LLVM's intermediate code, LLVM makes the object.

Numba compiles for the current processor, with 64-bit pointers.  So nothing is optimised and no machine code is made
before the code is marked as WebAssembly, whose pointers have 32 bits: an offset computed too early would be wrong
there.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import llvmlite.binding as llvm
from llvmlite import ir
from numba.core import compiler
from numba.core.codegen import CPUCodeLibrary
from numba.core.compiler_lock import global_compiler_lock
from numba.core.cpu import CPUContext
from numba.core.registry import cpu_target

from ludoteca.compiler import game_memory
from ludoteca.compiler.disk_cache import DiskCache
from ludoteca.compiler.entry_points import Entry

TRIPLE = "wasm32-unknown-unknown"
FEATURES = "+simd128,+bulk-memory,+sign-ext,+nontrapping-fptoint,+mutable-globals"  # every browser since 2021 has them
READ_TABLES, USE_TABLES = "read_tables", "use_tables"
INLINING = 325  # LLVM's own threshold for -O3, which llvmlite does not choose by itself

ARENA = 1 << 20  # bytes for everything that is allocated at one time

# What Numba's runtime does in other processes.  Where nothing is allocated, nobody need count an array's users.
NO_RUNTIME = """
define void @NRT_incref(ptr %head) alwaysinline {
  ret void
}
define void @NRT_decref(ptr %head) alwaysinline {
  ret void
}
"""

# Memory comes in powers of two; of each there is a list of what was given back.  What is given is what Numba calls a
# MemInfo: its first field counts users, its fourth is the address of the memory itself.  Behind these it has the power
# of two, and the next one of its list.  Counting is inlined: it is then seen to do nothing for other arrays.
RUNTIME = f"""
@arena = internal global [{ARENA} x i8] zeroinitializer, align 64
@arena_used = internal global i32 0
@given_back = internal global [32 x ptr] zeroinitializer
declare void @llvm.trap()
declare i32 @llvm.ctlz.i32(i32, i1)
define ptr @NRT_MemInfo_alloc_aligned(i64 %size, i32 %align) {{
  %wanted = trunc i64 %size to i32
  %last = add i32 %wanted, 63
  %at_least = or i32 %last, 64
  %zeros = call i32 @llvm.ctlz.i32(i32 %at_least, i1 false)
  %power = sub i32 32, %zeros
  %list = getelementptr [32 x ptr], ptr @given_back, i32 0, i32 %power
  %known = load ptr, ptr %list
  %is_new = icmp eq ptr %known, null
  br i1 %is_new, label %new, label %again
again:
  %after = getelementptr i8, ptr %known, i32 52
  %next = load ptr, ptr %after
  store ptr %next, ptr %list
  br label %ready
new:
  %used = load i32, ptr @arena_used
  %room = shl i32 1, %power
  %end = add i32 %used, %room
  %is_too_much = icmp ugt i32 %end, {ARENA}
  br i1 %is_too_much, label %full, label %fits
full:
  call void @llvm.trap()
  unreachable
fits:
  store i32 %end, ptr @arena_used
  %made = getelementptr i8, ptr @arena, i32 %used
  %place = getelementptr i8, ptr %made, i32 48
  store i32 %power, ptr %place
  br label %ready
ready:
  %head = phi ptr [ %known, %again ], [ %made, %fits ]
  store i64 1, ptr %head
  %memory = getelementptr i8, ptr %head, i32 64
  %address = getelementptr {{ i64, ptr, ptr, ptr, i64 }}, ptr %head, i32 0, i32 3
  store ptr %memory, ptr %address
  ret ptr %head
}}
define void @NRT_incref(ptr %head) alwaysinline {{
  %is_none = icmp eq ptr %head, null
  br i1 %is_none, label %done, label %counted
counted:
  %users = load i64, ptr %head
  %more = add i64 %users, 1
  store i64 %more, ptr %head
  br label %done
done:
  ret void
}}
define void @NRT_decref(ptr %head) alwaysinline {{
  %is_none = icmp eq ptr %head, null
  br i1 %is_none, label %done, label %counted
counted:
  %users = load i64, ptr %head
  %fewer = sub i64 %users, 1
  store i64 %fewer, ptr %head
  %is_unused = icmp eq i64 %fewer, 0
  br i1 %is_unused, label %unused, label %done
unused:
  %place = getelementptr i8, ptr %head, i32 48
  %power = load i32, ptr %place
  %list = getelementptr [32 x ptr], ptr @given_back, i32 0, i32 %power
  %next = load ptr, ptr %list
  %after = getelementptr i8, ptr %head, i32 52
  store ptr %next, ptr %after
  store ptr %head, ptr %list
  br label %done
done:
  ret void
}}
"""

# Which tables a game uses: see `search.learned_tables`.
CELL = f"@CELL = global [{game_memory.SIZE} x i64] zeroinitializer\n"

# The page gives the address of learned tables, and whether they are added to the game's own evaluation.
TABLES = f"""
declare void @{READ_TABLES}()
define void @{USE_TABLES}(i32 %address, i32 %is_added) {{
  %tables = zext i32 %address to i64
  %added = zext i32 %is_added to i64
  store i64 %tables, ptr @CELL
  %function = getelementptr [3 x i64], ptr @CELL, i32 0, i32 1
  store i64 ptrtoint (ptr @{READ_TABLES} to i64), ptr %function
  %place = getelementptr [3 x i64], ptr @CELL, i32 0, i32 2
  store i64 %added, ptr %place
  ret void
}}
"""


def _do_nothing(*arguments: Any) -> None:
    """Replaces a step that is skipped."""


def _finish(library: Any) -> None:
    library._finalized = True


@contextmanager
def only_intermediate_code() -> Iterator[None]:
    """What Numba compiles here is neither optimised nor turned into machine code.

    The compiler's lock is held meanwhile, so no other thread compiles with these replacements.
    """
    replacements: tuple[tuple[Any, str, Any], ...] = (
        (CPUCodeLibrary, "_optimize_functions", _do_nothing),
        (CPUCodeLibrary, "_optimize_final_module", _do_nothing),
        (CPUCodeLibrary, "_finalize_final_module", _finish),
        (CPUContext, "get_executable", lambda *arguments: [].append),  # never called: Numba wants one that is built in
        (DiskCache, "load_overload", _do_nothing),
        (DiskCache, "save_overload", _do_nothing),
    )
    with global_compiler_lock:
        usual = [(owner, name, vars(owner).get(name)) for owner, name, _ in replacements]
        for owner, name, replacement in replacements:
            setattr(owner, name, replacement)
        try:
            yield
        finally:
            for owner, name, function in usual:
                if function is None:  # inherited
                    delattr(owner, name)
                else:
                    setattr(owner, name, function)


def intermediate_code(entries: Sequence[Entry]) -> llvm.ModuleRef:
    """One module of LLVM's intermediate code with a plain function for every entry."""
    context = cpu_target.target_context
    with only_intermediate_code():
        library = context.codegen().create_library("entries")
        module = library.create_ir_module("entries")
        for entry in entries:
            compiled = _compiled(entry)
            library.add_linking_library(compiled.library)
            _add_entry(module, entry, compiled, context)
        library.add_ir_module(module)
        library.finalize()
    return library._final_module


def _compiled(entry: Entry) -> Any:
    flags = compiler.Flags()
    flags.no_cpython_wrapper = True
    flags.no_cfunc_wrapper = True
    flags.error_model = "numpy"
    flags.nrt = True
    typing, target = cpu_target.typing_context, cpu_target.target_context
    return compiler.compile_extra(typing, target, entry.function, entry.arguments, entry.result, flags, {})


def _add_entry(module: ir.Module, entry: Entry, compiled: Any, context: Any) -> None:
    """A function that the page calls: plain numbers in, a plain number out; it traps if rules are broken."""
    calling = context.call_conv
    signature = compiled.signature
    native = ir.Function(
        module, calling.get_function_type(signature.return_type, signature.args), compiled.fndesc.llvm_func_name
    )
    numbers = [context.get_value_type(kind) for kind in signature.args]
    is_void = entry.result.name == "none"
    result = ir.VoidType() if is_void else context.get_value_type(signature.return_type)
    function = ir.Function(module, ir.FunctionType(result, numbers), entry.name)
    builder = ir.IRBuilder(function.append_basic_block())
    status, value = calling.call_function(builder, native, signature.return_type, signature.args, function.args)
    with builder.if_then(status.is_error, likely=False):
        builder.call(module.declare_intrinsic("llvm.trap", (), ir.FunctionType(ir.VoidType(), [])), [])
        builder.unreachable()
    if is_void:
        builder.ret_void()
    else:
        builder.ret(value)


def object_file(module: llvm.ModuleRef, names: Sequence[str]) -> bytes:
    """The object file of a module of intermediate code, in which only the entries are visible."""
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    machine = llvm.Target.from_triple(TRIPLE).create_target_machine(
        cpu="generic", features=FEATURES, opt=3, codemodel="small", reloc="static"
    )
    _mark(module, machine)
    _add_runtime(module, machine, has_tables=READ_TABLES in names)
    kept = {*names, USE_TABLES}
    for thing in (*module.functions, *module.global_variables):
        if not thing.is_declaration and thing.name not in kept:
            thing.linkage = "internal"
    module.verify()
    options = llvm.create_pipeline_tuning_options(speed_level=3)
    options.loop_vectorization = options.slp_vectorization = True
    options.inlining_threshold = INLINING
    builder = llvm.create_pass_builder(machine, options)
    builder.getModulePassManager().run(module, builder)
    return bytes(machine.emit_object(module))


def _mark(module: llvm.ModuleRef, machine: Any) -> None:
    """Mark a module as WebAssembly."""
    module.triple, module.data_layout = TRIPLE, str(machine.target_data)


def _add_runtime(module: llvm.ModuleRef, machine: Any, *, has_tables: bool) -> None:
    """Add what other processes get from Numba's runtime and from `search.learned_tables`."""
    functions = {each.name: each for each in module.functions}
    text = RUNTIME if "NRT_MemInfo_alloc_aligned" in functions else NO_RUNTIME
    cell = next((each.name for each in module.global_variables if each.name.startswith(game_memory.SYMBOL)), None)
    if cell is not None:
        text += (CELL + TABLES * has_tables).replace("@CELL", f"@{cell}")
    for name in ("NRT_incref", "NRT_decref"):
        if name in functions:
            functions[name].linkage = "linkonce_odr"  # replaced by ours
    added = llvm.parse_assembly(text)
    _mark(added, machine)
    module.link_in(added)
