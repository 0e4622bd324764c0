import { escapeForPattern } from "../../../text/index.ts";
import { literalsIn, type Masked, maskLiterals, unmask } from "./literals.ts";

/** A step of an instruction that needs a tool. */
export type Step =
  /** `content` is null when the instruction describes the content instead of giving it. */
  | { kind: "write"; path: string; content: string | null; append: boolean }
  | { kind: "read"; path: string }
  | { kind: "run"; command: string }
  | { kind: "list"; path: string }
  | { kind: "search"; query: string };

const VERBS =
  "read|run|execute|list|write|create|save|store|report|verify|check|tell|show|append|add|open|search|answer|reply|confirm|print|say|give|count|quote|summari[sz]e";
const CLAUSE_ENDS = new RegExp(
  String.raw`(?<=[.!?;])\s+|\n+|,?\s+(?:and\s+)?(?:then|afterwards|finally)\s+|(?:,\s*(?:and\s+)?|\s+and\s+)(?=(?:${VERBS})\b|\uE000\d+\uE001\s+(?:in)?to\b)`,
  "i",
);
const BARE_PATH = /(?<![\w/.@])(?:\/tmp\/|\.\/)?[\w-]+(?:\/[\w.-]+)*\.[A-Za-z][A-Za-z0-9]{0,5}(?![\w/])/;
const CONTENT_BEFORE =
  /\b(?:containing|contains|holding|with (?:the )?(?:exact |following )?(?:text|contents?|lines?|words?)|that (?:says|reads|contains)|saying|whose content is)\s*:?\s+(.+)$/i;
/** Words that begin a description of the content rather than the content. */
const DESCRIPTION = /^(?:the|a|an|your|its|their|his|her|all|each|every|only|what|whatever|how|this|that|it)\b/i;

/**
 * The steps of an instruction, in order: files to write, read or list, commands to run, things to search for. Names in `attached`
 * are not workspace files: their content is already in the conversation.
 */
export function readSteps(instruction: string, attached: string[]): Step[] {
  const masked = maskLiterals(instruction);
  const joined = masked.text.replace(/:\s*\n+\s*(?=\uE000)/g, ": ");
  const steps: Step[] = [];
  for (const clause of joined.split(CLAUSE_ENDS)) {
    const step = readClause(clause, masked, steps);
    if (step && !("path" in step && attached.includes(step.path))) steps.push(step);
  }
  return steps;
}

function readClause(clause: string, masked: Masked, before: Step[]): Step | null {
  const literals = literalsIn(clause, masked);
  const path = pathIn(clause, literals);
  const isVerb = (verbs: string) => new RegExp(String.raw`\b(?:${verbs})\b`, "i").test(clause);
  if (isVerb("do not|don't|never|without")) return null;
  const command = literals.find((literal) => literal !== path || /\s/.test(literal)) ?? literals[0];
  if (isVerb("run|execute|invoke") && command) return { kind: "run", command };
  // `write "a" to x and "b" to y`: the second clause has no verb of its own.
  const goesOn = before.at(-1)?.kind === "write" && /^\uE000\d+\uE001\s+(?:in)?to\b/.test(clause);
  if ((goesOn || isVerb("write|create|save|store|put|append|add")) && path)
    return { kind: "write", path, content: contentIn(clause, path, literals, masked), append: isVerb("append|add") };
  if (isVerb("list") && isVerb("files?|folders?|director(?:y|ies)|workspace|contents?"))
    return { kind: "list", path: path ?? "." };
  if (isVerb("search|look up") && isVerb("web|internet|online"))
    return { kind: "search", query: literals[0] ?? unmask(clause, masked).replace(/^.*\bfor\b\s*/i, "") };
  if (isVerb("read|open|cat|view|show|verify|check|inspect")) {
    const written = before.findLast((step) => step.kind === "write");
    const again = /\b(?:back|it|the file|its contents?|that file)\b/i.test(clause) ? written?.path : undefined;
    const target = path ?? again;
    if (target) return { kind: "read", path: target };
  }
  return null;
}

function pathIn(clause: string, literals: string[]): string | null {
  const quoted = literals.filter((literal) => /^[\w.~/-]+$/.test(literal) && /\/|\.[A-Za-z]\w{0,5}$/.test(literal));
  return quoted.at(-1) ?? BARE_PATH.exec(clause)?.[0] ?? null;
}

function contentIn(clause: string, path: string, literals: string[], masked: Masked): string | null {
  const quoted = literals.filter((literal) => literal !== path);
  if (quoted.length > 0) return /\bprints?\b/i.test(clause) ? scriptThatPrints(quoted.at(-1)!, path) : quoted.at(-1)!;
  const plain = unmask(clause, masked).replace(/[.\s]+$/, "");
  const [, described] = CONTENT_BEFORE.exec(plain) ?? [];
  const escaped = escapeForPattern(path);
  const between = new RegExp(
    String.raw`\b(?:write|save|store|put|append|add)\s+(.+?)\s+(?:to|into|in|as)\s+\S*${escaped}`,
    "i",
  );
  const [, direct] = between.exec(plain) ?? [];
  const given = described ?? direct;
  return given === undefined || DESCRIPTION.test(given) ? null : given;
}

/** "A script that prints …" gives the output, not the program. */
function scriptThatPrints(text: string, path: string): string {
  const literal = JSON.stringify(text);
  if (path.endsWith(".py")) return `print(${literal})\n`;
  if (/\.[cm]?[jt]s$/.test(path)) return `console.log(${literal});\n`;
  return /\.(?:sh|bash)$/.test(path) ? `echo '${text.replaceAll("'", `'\\''`)}'\n` : text;
}
