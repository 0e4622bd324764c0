import { isFileReference } from "../../reading/file-references.ts";
import { moduleHookOf } from "../../workspace/hook-files.ts";
import {
  type AssertionTranslation,
  type ForeignAssertion,
  refused,
  type TranslateAssertion,
  textOf,
} from "./assertion.ts";

/** Assertions that are code of the user's. It is copied, never run: hooks run in the sandbox, once allowed. */
export const CODE_ASSERTIONS: Record<string, TranslateAssertion> = {
  javascript: (assertion) => code(assertion, "code.mjs"),
  python: (assertion) => code(assertion, "code.py"),
};

function code(assertion: ForeignAssertion, adapter: "code.mjs" | "code.py"): AssertionTranslation {
  const { value, rendered, threshold, config, variables, transform } = assertion;
  const as = adapter === "code.py" ? "python_hook" : "module_hook";
  if (typeof rendered !== "string" || rendered.trim() === "") return refused("it has no code");
  if (as === "python_hook" && transform !== undefined)
    return refused("its transform is JavaScript and its code is Python; a hook is one of them");
  const words = {
    ...(threshold !== undefined && { threshold }),
    ...(config && { config }),
    ...(transform !== undefined && { transform }),
    vars: variables,
  };
  const isFile = isFileReference(rendered) || /^\S+\.(?:js|mjs|cjs|py)(?::\w+)?$/.test((rendered as string).trim());
  if (!isFile) return { as, hook: moduleHookOf(adapter, { code: textOf(value), ...words }) };
  const copied = assertion.copyCode(rendered);
  if (!copied.ok) return refused(copied.reason);
  const file = { file: copied.path, ...(copied.name !== undefined && { export: copied.name }) };
  return { as, hook: moduleHookOf(adapter, { ...file, ...words }) };
}

/** Rewrites an assertion on a transformed output as JavaScript. Undefined if that takes more than a line. */
export function asExpression({ type, rendered }: ForeignAssertion): string | undefined {
  const text = "(typeof output === 'string' ? output : JSON.stringify(output))";
  const value = JSON.stringify(Array.isArray(rendered) ? rendered.map(textOf) : textOf(rendered));
  const list = Array.isArray(rendered) ? value : `${value}.split(",").map((part) => part.trim())`;
  switch (type) {
    case "equals":
      return typeof rendered === "object"
        ? `JSON.stringify(typeof output === 'string' ? JSON.parse(output) : output) === ${JSON.stringify(JSON.stringify(rendered))}`
        : `${text} === ${value}`;
    case "contains":
      return `${text}.includes(${value})`;
    case "icontains":
      return `${text}.toLowerCase().includes(${value}.toLowerCase())`;
    case "contains-all":
    case "contains-any":
      return `${list}.${type === "contains-all" ? "every" : "some"}((part) => ${text}.includes(part))`;
    case "icontains-all":
    case "icontains-any":
      return `${list}.${type === "icontains-all" ? "every" : "some"}((part) => ${text}.toLowerCase().includes(part.toLowerCase()))`;
    case "starts-with":
      return `${text}.startsWith(${value})`;
    case "regex":
      return `new RegExp(${value}).test(${text})`;
    default:
      return undefined;
  }
}
