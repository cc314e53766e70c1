"""Code that only other compiled code calls: it is linked into its callers and gets no machine code of its own.

Numba generates machine code for every function, with a wrapper for Python, and optimises it, although the functions
that call it contain it and are optimised again.  Without that, a search compiles in two thirds of the time and is just
as fast.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable
from typing import Any

import llvmlite.binding
import numba.extending
from numba import _dynfunc
from numba.core.caching import CompileResultCacheImpl
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompilerBase, CompileResult, DefaultPassBuilder, _LowerResult
from numba.core.compiler_machinery import register_pass
from numba.core.typed_passes import NativeLowering


class LinkedLibrary(JITCodeLibrary):
    """Code that can be linked into other code and cannot be run.

    It is stored in pieces, its own and those of everything it calls: linking them is slow, and left to the code that is
    run.
    """

    def __init__(self, codegen: Any, name: str, pieces: Iterable[bytes] = ()) -> None:
        super().__init__(codegen, name)
        self.pieces = dict.fromkeys(pieces)  # bitcode, ordered, each once
        self._shared_module: Any = None
        self._finalized = bool(self.pieces)

    def finalize(self) -> None:
        """Collect the pieces."""
        for library in self._linking_libraries:
            is_in_pieces = isinstance(library, LinkedLibrary)
            self.pieces |= library.pieces if is_in_pieces else _piece(library._get_module_for_linking())
            self._reload_init.update(library._reload_init)
            self._dynamic_globals += library._dynamic_globals
        for function in self._final_module.functions:
            if not function.is_declaration and function.linkage == llvmlite.binding.Linkage.external:
                function.linkage = "linkonce_odr"  # it may come in several pieces, and is dropped if nobody calls it
        self.pieces |= _piece(self._final_module)
        self._finalize_dynamic_globals()
        self._finalized = True

    def _get_module_for_linking(self) -> Any:
        if self._shared_module is None:
            # callers first: LLVM drops what nobody has called so far
            first, *others = map(llvmlite.binding.parse_bitcode, reversed(self.pieces))
            for other in others:
                first.link_in(other)
            self._shared_module = first
        return self._shared_module


def _piece(module: Any) -> dict[bytes, None]:
    return {module.as_bitcode(): None}


@register_pass(mutates_CFG=True, analysis_only=False)
class LinkedLowering(NativeLowering):
    """Numba's last pass, without generating machine code."""

    _name = "linked_lowering"

    def run_pass(self, state: Any) -> bool:
        """Generate the code, and let other functions find it."""
        state.library = LinkedLibrary(state.targetctx.codegen(), state.func_id.func_qualname)
        state.flags.no_compile = True
        super().run_pass(state)
        written = state["cr"]
        state.library.finalize()
        state.reload_init.extend(state.library._reload_init)
        stand_in = _stand_in(written.fndesc, written.env, state.library)
        state.targetctx.insert_user_function(stand_in, written.fndesc, [state.library])
        state["cr"] = _LowerResult(written.fndesc, written.call_helper, cfunc=stand_in, env=written.env)
        return True


def _stand_in(description: Any, environment: Any, library: Any) -> Any:
    """What Numba identifies the function by; it must be a Python function, but is never called."""
    name = description.qualname.split(".")[-1]
    return _dynfunc.make_function(description.lookup_module(), name, "", 0, environment, (library,))


class LinkedCompiler(CompilerBase):
    """Numba's compiler with that last pass."""

    def define_pipelines(self) -> list[Any]:
        """The passes, in order."""
        passes = DefaultPassBuilder.define_nopython_pipeline(self.state)
        passes.passes = [(LinkedLowering if each is NativeLowering else each, why) for each, why in passes.passes]
        passes._finalized = False
        passes.finalize()
        return [passes]


class LinkedCodeFile(CompileResultCacheImpl):
    """How such code is written to disk and read."""

    def reduce(self, result: Any) -> Any:
        """What is written."""
        description = result.fndesc
        description.typemap = description.calltypes = None  # large, and no longer needed
        pieces = tuple(result.library.pieces)
        return result.library.name, pieces, description, result.environment, result.signature, result.reload_init

    def rebuild(self, context: Any, written: Any) -> Any:
        """The compilation result, as when it was written."""
        name, pieces, description, environment, signature, reload_init = written
        for prepare in reload_init:
            prepare()
        library = LinkedLibrary(context.codegen(), name, pieces)
        unknown = dict.fromkeys(("type_annotation", "typing_error", "call_helper", "metadata"))
        return CompileResult(
            target_context=context,
            typing_context=context.typing_context,
            library=library,
            environment=environment,
            entry_point=_stand_in(description, environment, library),
            fndesc=description,
            signature=signature,
            objectmode=False,
            lifted=(),
            reload_init=reload_init,
            referenced_envs=(),
            **unknown,
        )


OPTIONS = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True, "pipeline_class": LinkedCompiler}
overload = functools.partial(numba.extending.overload, jit_options=OPTIONS)
