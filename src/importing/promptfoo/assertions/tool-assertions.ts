import { isRecord } from "../../../text/index.ts";
import { escapeLiterals } from "../../templates/translate-template.ts";
import { moduleHookOf } from "../../workspace/hook-files.ts";
import {
  type AssertionTranslation,
  checked,
  type ForeignAssertion,
  listOf,
  refused,
  type TranslateAssertion,
} from "./assertion.ts";

/** Assertions about tool calls: names, arguments and order. */
export const TOOL_ASSERTIONS: Record<string, TranslateAssertion> = {
  "tool-call-f1": ({ rendered, threshold }) =>
    calls({ mode: "f1", names: listOf(rendered), threshold: threshold ?? 1 }),
  "trajectory:tool-used": toolUsed,
  "trajectory:tool-args-match": toolArguments,
  "trajectory:tool-sequence": ({ rendered }) => {
    const steps = isRecord(rendered) ? rendered.steps : rendered;
    if (!Array.isArray(steps) || !steps.every((step) => typeof step === "string"))
      return refused("its steps are more than names of tools");
    return calls({ mode: isRecord(rendered) && rendered.mode === "exact" ? "exact" : "in_order", names: steps });
  },
  "trajectory:step-count": ({ rendered }) => {
    if (!isRecord(rendered) || rendered.type !== "tool")
      return refused("it counts steps of a trace that Assay does not have; only those of type tool can be counted");
    return calls({ mode: "count", ...limitsOf(rendered) });
  },
  "is-valid-openai-tools-call": validCall,
  "is-valid-openai-function-call": validCall,
  "is-valid-function-call": validCall,
};

function calls(words: Record<string, unknown>): AssertionTranslation {
  return { as: "module_hook", hook: moduleHookOf("tool-calls.mjs", escapeLiterals(words)) };
}

function limitsOf({ pattern, min, max }: Record<string, unknown>): Record<string, unknown> {
  return {
    ...(typeof pattern === "string" && { pattern }),
    ...(typeof min === "number" && { min }),
    ...(typeof max === "number" && { max }),
  };
}

function toolUsed({ rendered }: ForeignAssertion): AssertionTranslation | AssertionTranslation[] {
  if (typeof rendered === "string" && rendered !== "")
    return checked("tool_called", { name: escapeLiterals(rendered) });
  if (Array.isArray(rendered) && rendered.every((name) => typeof name === "string" && name !== ""))
    return rendered.map((name) => checked("tool_called", { name: escapeLiterals(name) }));
  if (!isRecord(rendered)) return refused("its value names no tool");
  const name = rendered.name ?? rendered.pattern;
  if (typeof name !== "string") return refused("its value names no tool");
  return calls({ mode: "count", min: 1, ...limitsOf({ ...rendered, pattern: name }) });
}

function toolArguments({ rendered }: ForeignAssertion): AssertionTranslation {
  if (!isRecord(rendered) || typeof rendered.name !== "string")
    return refused("it does not name the tool; tool_called takes one name, no pattern");
  const wanted = rendered.args ?? rendered.arguments;
  if (!isRecord(wanted)) return refused("it names no arguments");
  if (rendered.defaults !== undefined || rendered.ignore !== undefined)
    return refused("`defaults` and `ignore` ignore arguments, which tool_called can't");
  if (rendered.mode === "exact")
    return checked("tool_called", { name: rendered.name, arguments_schema: { const: escapeLiterals(wanted) } });
  return checked("tool_called", {
    name: rendered.name,
    ...(Object.keys(wanted).length > 0 && { arguments: escapeLiterals(wanted) }),
  });
}

function validCall({ tools }: ForeignAssertion): AssertionTranslation {
  const [only, ...others] = tools.values();
  if (only === undefined) return refused("the configuration offers no tools whose schema could be checked");
  if (others.length > 0)
    return refused("there are several tools, and one of Assay's checks compares the calls of one tool with its schema");
  return checked(
    "tool_called",
    { name: only.name, ...(isRecord(only.parameters) && { arguments_schema: escapeLiterals(only.parameters) }) },
    "the tool must be called at least once with such arguments; other calls of it are not looked at",
  );
}
