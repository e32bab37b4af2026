"""How numba compiles a rule function: no further than needed for a place inside another function.

numba would optimise every function by itself and again in each caller, and make machine code for all of them. A rule
function is only ever inlined, so it is handed on as lowered; the entry optimises all of it once. That halves the
time of a cold compile and gives faster code.
"""

# numba has no types.
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false

from __future__ import annotations

from typing import Any, Literal

from numba.core import compiler, typed_passes
from numba.core.compiler_machinery import PassManager, register_pass


@register_pass(mutates_CFG=True, analysis_only=False)
class InnerLowering(typed_passes.NativeLowering):
    """numba's own lowering, into a library that is neither optimised nor made executable."""

    _name = "inner_lowering"

    def run_pass(self, state: Any) -> Literal[True]:
        target = state.targetctx
        library: Any = target.codegen().create_library(state.func_id.func_qualname)
        library._optimize_final_module = library._finalize_specific = lambda: None
        state.library = library

        def executable(library: Any, *_: Any) -> Any:
            library.finalize()
            unused: list[Any] = []
            return unused.append  # numba knows a compiled function by its entry point: something unique, never called

        target.get_executable = executable
        try:
            return super().run_pass(state)
        finally:
            del target.get_executable


class InnerCompiler(compiler.CompilerBase):
    """numba's pipeline with `InnerLowering` at its place."""

    def define_pipelines(self) -> list[PassManager]:
        usual = compiler.DefaultPassBuilder.define_nopython_pipeline(self.state)
        pipeline = PassManager("inner")
        for step, description in usual.passes:
            pipeline.add_pass(InnerLowering if step is typed_passes.NativeLowering else step, description)
        pipeline.finalize()
        return [pipeline]
