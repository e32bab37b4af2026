"""How numba compiles a rule function: no further than needed for a place inside another function.

numba would optimise every function by itself and again in each caller, and make machine code for all of them. A rule
function is only ever inlined, so it is handed on as lowered, and no machine code is made of it; the entry optimises all
of it once. Passes that a rule function has no use for are left out, and what a built-in operation makes of its types is
asked once. Together that halves a cold compile, and gives faster code.
"""

# numba has no types.
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

from numba.core import compiler, typed_passes, types
from numba.core.compiler_machinery import PassManager, register_pass

# numba's passes for what no rule function has: contexts, closures, array expressions, functions that numba inlines in
# its own form, branches that hang on a type, exceptions with values; and the notes that it keeps for a debugger.
LEFT_OUT = {
    "with_lifting",
    "inline_closure_likes",
    "rewrite_semantic_constants",
    "dead_branch_prune",
    "generic_rewrites",
    "Rewrite dynamic raises",
    "make_function_op_code_to_jit_function",
    "inline_inlinables",
    "find_literally",
    "literal_unroll",
    "LiteralPropagation",
    "inline_overloads",
    "nopython_rewrites",
    "annotate_types",
    "dump_parfor_diagnostics",
}


@register_pass(mutates_CFG=True, analysis_only=False)
class InnerLowering(typed_passes.NativeLowering):
    """numba's own lowering, into a library that is neither optimised nor made executable."""

    _name = "inner_lowering"

    def run_pass(self, state: Any) -> Literal[True]:
        target = state.targetctx
        library: Any = target.codegen().create_library(state.func_id.func_qualname)
        library._optimize_final_module = lambda: None
        library._finalize_final_module = lambda: setattr(library, "_finalized", True)  # not shown to the machine coder
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


_typed: dict[tuple[Any, ...], Any] = {}  # signatures by built-in operation and the types of its arguments


def _remembering(usual: Callable[..., Any]) -> Callable[..., Any]:
    """Returns numba's question what a call makes of its types, which for a built-in operation is asked once."""

    def resolve(function: Any, args: Any, kws: Any) -> Any:
        is_builtin = isinstance(function, types.Function) or not isinstance(function, types.Type)
        if kws or not is_builtin:
            return usual(function, args, kws)
        if (function, args) not in _typed:
            _typed[function, args] = usual(function, args, kws)
        return _typed[function, args]

    return resolve


@register_pass(mutates_CFG=True, analysis_only=False)
class InnerTyping(typed_passes.NopythonTypeInference):
    """numba's own type inference, remembering what built-in operations make of their types."""

    _name = "inner_typing"

    def run_pass(self, state: Any) -> Literal[True]:
        context = state.typingctx
        if "resolve_function_type" in vars(context):  # called by another one, whose inference goes on after this
            return super().run_pass(state)
        context.resolve_function_type = _remembering(context.resolve_function_type)
        try:
            return super().run_pass(state)
        finally:
            del context.resolve_function_type


_OWN = {typed_passes.NativeLowering: InnerLowering, typed_passes.NopythonTypeInference: InnerTyping}


class InnerCompiler(compiler.CompilerBase):
    """numba's pipeline with the passes above at their places."""

    def define_pipelines(self) -> list[PassManager]:
        usual = compiler.DefaultPassBuilder.define_nopython_pipeline(self.state)
        pipeline = PassManager("inner")
        for step, description in usual.passes:
            if step.name() not in LEFT_OUT:
                pipeline.add_pass(_OWN.get(step, step), description)
        pipeline.finalize()
        return [pipeline]


# Rule functions are only ever called from compiled code, so they need no way in from Python. They never divide by
# zero; saying so spares every division its check.
INNER: dict[str, Any] = {
    "no_cpython_wrapper": True,
    "no_cfunc_wrapper": True,
    "error_model": "numpy",
    "pipeline_class": InnerCompiler,
}


def widened(call_template: Callable[..., Any]) -> Callable[..., Any]:
    """Returns a rule function's way of being called with whole numbers at 64 bits, whatever field they come from.

    One version of each function is enough.
    """

    def wide(kinds: tuple[Any, ...], named: Any) -> Any:
        widest = tuple(types.int64 if isinstance(types.unliteral(kind), types.Integer) else kind for kind in kinds)
        template, signature, _, named = call_template(widest, named)
        return template, signature, kinds, named

    return wide
