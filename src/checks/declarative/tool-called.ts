import type { DeclarativeCheck } from "../../config/index.ts";
import type { Finding, TraceEvent } from "../../records/index.ts";
import type { CheckSubject } from "../inspection/check-subject.ts";
import { quoteText } from "../inspection/quote-text.ts";
import { argumentsProblem } from "./tool-arguments.ts";
import { callSummary } from "./tool-call-count.ts";

type Check = Extract<DeclarativeCheck, { kind: "tool_called" }>;
type Call = Extract<TraceEvent, { kind: "tool_call" }>;

/** Checks how often the tool was called, with which arguments and in which order. */
export function toolCalled(check: Check, { artifact, loadedCase }: CheckSubject): Finding {
  const calls = artifact.trace.filter((event): event is Call => event.kind === "tool_call");
  const named = calls.filter(({ tool_name }) => tool_name === check.name);
  const problems = new Map(named.map((call) => [call, argumentsProblem(check, call.arguments, loadedCase)]));
  if ([...problems.values()].includes("undecided"))
    return { outcome: "error", message: `Checking the arguments of ${check.name} against the schema took too long.` };
  const matching = named.filter((call) => problems.get(call) === null);
  const names = calls.map(({ tool_name }) => tool_name);
  const seen =
    names.length === 0
      ? "no tool calls"
      : `${names.length} tool ${names.length === 1 ? "call" : "calls"}: ${callSummary(names.map(safeName))}`;
  const as = hasArguments(check) ? " with such arguments" : "";
  const counted = `${check.name} was called ${times(matching.length)}${as}`;
  const expected = expectedTimes(check);
  if (!expected.holds(matching.length)) {
    const other = named.find((call) => problems.get(call) !== null);
    const why = other && matching.length < named.length ? ` One of its calls: ${problems.get(other)}` : "";
    return { outcome: "failed", message: `${counted}; expected ${expected.words}.${why} Found ${seen}.`, seen };
  }
  const disorder = matching.length > 0 ? describeOrderProblem(check, calls.indexOf(matching[0]!), names) : null;
  if (disorder) return { outcome: "failed", message: `${disorder} Found ${seen}.`, seen };
  return { outcome: "passed", message: `${counted}, as expected.`, seen };
}

function hasArguments(check: Check): boolean {
  const { arguments: values, argument_patterns, arguments_schema, arguments_schema_path } = check;
  return (values ?? argument_patterns ?? arguments_schema ?? arguments_schema_path) !== undefined;
}

function expectedTimes({ times: wanted, never }: Check): { holds: (count: number) => boolean; words: string } {
  if (never) return { holds: (count) => count === 0, words: "no such call" };
  if (typeof wanted === "number") return { holds: (count) => count === wanted, words: `exactly ${times(wanted)}` };
  const { min = 0, max = Number.POSITIVE_INFINITY } = wanted ?? { min: 1 };
  const words = [
    ...(min > 0 ? [`at least ${times(min)}`] : []),
    ...(max === Number.POSITIVE_INFINITY ? [] : [`at most ${times(max)}`]),
  ];
  return { holds: (count) => count >= min && count <= max, words: words.join(" and ") };
}

/** The first matching call decides, since later calls come after everything before it. */
function describeOrderProblem({ name, before, after }: Check, first: number, names: readonly string[]): string | null {
  if (after !== undefined) {
    const other = names.indexOf(after);
    if (other < 0) return `${name} was called, but ${after} never before it.`;
    if (other > first) return `${name} was called before ${after}, expected after it.`;
  }
  if (before === undefined) return null;
  const other = names.indexOf(before);
  return other >= 0 && other < first ? `${name} was called after ${before}, expected before it.` : null;
}

/** Escapes a tool name, which the subject chose: it need not be one of the given tools. */
function safeName(name: string): string {
  return /^[\w.-]{1,60}$/.test(name) ? name : quoteText(name, 50);
}

function times(count: number): string {
  return count === 1 ? "once" : `${count} times`;
}
