"""Calls a Python assertion as promptfoo does, or a grader as OpenAI's evals do. Written by `assay import`; yours to change.

It runs in Assay's sandbox, and only if the evaluation profile allows hooks.
"""

import importlib.util
import os
import textwrap


def check(it):
    words = it["check"]["arguments"]
    output = it["run"]["final_output"] or ""
    threshold = words.get("threshold")
    if words.get("grader"):
        sample = {"output_text": output, "output_tools": []}
        return graded(load_source(words["code"])["grade"](sample, words.get("item") or {}), threshold)
    variables = words.get("vars") or {}
    context = {
        "vars": variables,
        "config": words.get("config"),
        "prompt": "\n\n".join(message["content"] for message in it["case"]["input"]["messages"]),
        "test": {"vars": variables, "metadata": it["case"]["metadata"], "description": it["case"]["title"]},
        "providerResponse": {"output": output},
    }
    if words.get("file"):
        return graded(load_file(words["file"], words.get("export") or "get_assert")(output, context), threshold)
    return graded(evaluate(words["code"], output, context), threshold)


def evaluate(code, output, context):
    """One line is an expression; several are the body of a function."""
    code = textwrap.dedent(code).strip("\n")
    names = {"output": output, "context": context}
    for module in ("json", "math", "re"):
        names[module] = __import__(module)
    if "\n" not in code.strip() and not code.strip().startswith("return "):
        return eval(code.strip(), names)
    exec("def assertion(output, context):\n" + textwrap.indent(code, "    "), names)
    return names["assertion"](output, context)


def load_source(code):
    names = {}
    exec(textwrap.dedent(code), names)
    return names


def load_file(path, name):
    full = os.path.join(os.path.dirname(os.path.abspath(__file__)), path)
    spec = importlib.util.spec_from_file_location("imported_assertion", full)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return getattr(module, name)


def graded(result, threshold):
    """A boolean, a score, or a dictionary with `pass`, `score` and `reason`."""
    if isinstance(result, bool):
        return {"passed": result}
    if isinstance(result, (int, float)):
        passed = result > 0 if threshold is None else result >= threshold
        return {"passed": passed, "message": f"score {result}" + ("" if threshold is None else f", at least {threshold} needed")}
    if isinstance(result, dict):
        passed = result.get("pass", result.get("pass_"))
        if isinstance(passed, bool):
            enough = threshold is None or result.get("score", 1) >= threshold
            return {"passed": passed and enough, "message": result.get("reason") or ""}
    return {"outcome": "error", "message": f"the assertion returned {result!r}, which is neither true or false, a number nor a result"}
