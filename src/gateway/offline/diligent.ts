import type { ChatMessage, ChatRequest, ToolDefinition } from "../../records/index.ts";
import type { OfflineProgram, OfflineReply } from "./program.ts";
import { answerCarefully } from "./reading/answer-carefully.ts";
import { readShape } from "./reading/answer-shape.ts";
import { describeMedia } from "./reading/media.ts";
import { ownCalls, type WantedCall } from "./reading/own-calls.ts";
import type { Step } from "./reading/steps.ts";
import { readTask, type Task } from "./reading/task.ts";
import { callFor, describeStep, printedOutput, STEP_TOOLS } from "./tool-use.ts";

/**
 * The subject that does what it is told: every step that a tool can do, in order and one per turn, then a report of its findings.
 * Without tools it answers from its input, and says so if that is not enough.
 */
export const diligent: OfflineProgram = ({ messages, tools = [] }: ChatRequest) => {
  const { task, made } = withoutOwnCalls(messages);
  const wanted = ownCalls(
    task.instruction,
    tools.filter(({ function: { name } }) => !STEP_TOOLS.has(name)),
  );
  const next = wanted[made.length];
  if (next) return { content: null, tool_calls: [next] };
  if (made.length > 0 && task.steps.length === 0) return { content: made.map(describeCall).join("\n") };
  return doSteps(task, tools, made.map(describeCall));
};

function doSteps(task: Task, tools: ToolDefinition[], told: string[]): OfflineReply {
  if (task.steps.length === 0 && task.media.length > 0) return { content: describeMedia(task.media) };
  if (task.steps.length === 0) return { content: answerCarefully(task).text };
  const done = task.results.length;
  // The forced last request offers no tools; earlier steps still count.
  const possible = tools.length > 0 ? task.steps.filter((step) => callFor(step, "", tools)) : task.steps.slice(0, done);
  const next = possible[done];
  const call = next ? callFor(next, contentFor(next, task, possible), tools) : null;
  if (call) return { content: done === 0 ? announce(possible) : null, tool_calls: [call] };
  return { content: [...told, report(task, possible)].join("\n") };
}

interface MadeCall extends WantedCall {
  result: string;
}

/** The task reduced to the tools of its steps, and the calls of other tools with their results. */
function withoutOwnCalls(messages: ChatMessage[]): { task: Task; made: MadeCall[] } {
  const calls = messages
    .flatMap(({ tool_calls }) => tool_calls ?? [])
    .filter((call) => !STEP_TOOLS.has(call.function.name));
  if (calls.length === 0) return { task: readTask(messages), made: [] };
  const ids = new Set(calls.map(({ id }) => id));
  const resultOf = (id: string) => messages.find((message) => message.tool_call_id === id)?.content ?? "";
  const made = calls.map(({ id, function: { name, arguments: json } }) => {
    return { name, arguments: JSON.parse(json) as Record<string, unknown>, result: resultOf(id) };
  });
  const rest = messages.filter(({ tool_call_id: id }) => id === undefined || !ids.has(id));
  return { task: readTask(rest), made };
}

function describeCall({ name, result }: MadeCall): string {
  return `${name} gave: ${result.includes("\n") ? `\n${result}` : `"${result}"`}`;
}

function announce(steps: Step[]): string {
  return `My plan: ${steps.map(describeStep).join(", then ")}.`;
}

/** The content of a file: as given, or derived from the task, or from an earlier step. */
function contentFor(step: Step, task: Task, steps: Step[]): string {
  if (step.kind !== "write") return "";
  if (step.content !== null) return step.content;
  const seen = steps.slice(0, task.results.length).findLastIndex(({ kind }) => kind === "run" || kind === "read");
  if (seen !== -1) return printedOutput(task.results[seen]!).output;
  const { value, text } = answerCarefully(task);
  return value ?? text;
}

function report(task: Task, possible: Step[]): string {
  const outcomes = possible
    .slice(0, task.results.length)
    .map((step, index) => ({ step, result: task.results[index]! }));
  const last = outcomes.findLast(({ step }) => step.kind !== "write");
  const { only } = readShape(task.rules);
  if (last && only === "output") return printedOutput(last.result).output;
  if (last && only === "number")
    return /-?\d+(?:\.\d+)?/.exec(printedOutput(last.result).output)?.[0] ?? "I saw no number.";
  const undone = task.steps.filter((step) => !outcomes.some((outcome) => outcome.step === step));
  return [
    ...outcomes.map(({ step, result }) => describe(step, result)),
    ...undone.map((step) => `I could not ${describeStep(step)}: no tool for it was left to me.`),
  ].join("\n");
}

function describe(step: Step, result: string): string {
  const { code, output } = printedOutput(result);
  const shown = output === "" ? "nothing" : output.includes("\n") ? `\n${output}` : `"${output}"`;
  switch (step.kind) {
    case "write":
      return code === null ? `${step.path}: ${output}.` : `Writing ${step.path} ended with exit code ${code}.`;
    case "read":
      return `Reading ${step.path} gave: ${shown}`;
    case "list":
      return `The files are: ${shown}`;
    case "run":
      return code === null
        ? `\`${step.command}\` did not run: ${output}`
        : `\`${step.command}\` ended with exit code ${code} and printed: ${shown}`;
    case "search":
      return `Searching for "${step.query}" gave: ${shown}`;
  }
}
