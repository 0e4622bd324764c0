import { RUNNER_TYPES } from "../../records/index.ts";
import { repeatedIds } from "../file/repeated-ids.ts";
import type { TestCase } from "../schema/case/test-case.ts";
import type { Complaint } from "../source/source-file.ts";
import type { ResolvedMessage } from "./loaded-case.ts";

/** Checks a case across its parts: fields that its runner does not use, and repeated ids. */
export function checkCase({ runner, input, deterministic_checks }: TestCase): Complaint[] {
  const complaints = repeatedIds(deterministic_checks, "check_id", ["deterministic_checks"]);
  if (runner.type === "llm_probe") {
    if (input.turns.length > 0)
      complaints.push({
        path: ["input", "turns"],
        at: "key",
        message: "is for agents only; an llm_probe case has all of its messages in `input.messages`",
      });
    if (input.messages.length === 0 && input.turns.length === 0 && input.user === undefined)
      complaints.push({ path: ["input", "messages"], message: "needs at least one message to send" });
  } else {
    if (input.messages.length === 0 && input.turns.length === 0)
      complaints.push({ path: ["input"], at: "key", message: "needs at least one message or turn to send" });
  }
  complaints.push(...checkSimulatedUser({ runner, input }));
  for (const context of RUNNER_TYPES)
    if (context !== runner.type && input.context[context] !== undefined)
      complaints.push(otherRunner(context, runner.type));
  for (const [index, { declarative }] of deterministic_checks.entries())
    if (declarative?.kind === "openclaw_workspace_file_present" && runner.type === "llm_probe")
      complaints.push({
        path: ["deterministic_checks", index, "declarative", "kind"],
        message: "is for agents only; an llm_probe case leaves files for `file_exists` and `file_contains`",
      });
  return complaints;
}

function otherRunner(context: string, runner: string): Complaint {
  return {
    path: ["input", "context", context],
    at: "key",
    message: `has no effect in a case with \`runner.type: ${runner}\``,
  };
}

/** Checks a turn's message, also from a file. */
export function problemOfTurn({ role }: { role: string }): MessageProblem | undefined {
  if (role === "user") return undefined;
  return { severity: "error", message: `a turn is what the user says next; expected role user, found "${role}"` };
}

/** Combines rules; the first problem wins. */
export function firstProblem(
  ...rules: ((message: ResolvedMessage) => MessageProblem | undefined)[]
): (message: ResolvedMessage) => MessageProblem | undefined {
  return (message) => {
    for (const rule of rules) {
      const problem = rule(message);
      if (problem !== undefined) return problem;
    }
    return undefined;
  };
}

/** Warns of placeholders: cases have no variables, so the braces would be sent. */
export function problemOfPlaceholder({ content }: { content: string }): MessageProblem | undefined {
  const [found] = /\{\{\s*[\p{L}_][\p{L}\p{N}_.-]*\s*\}\}/u.exec(content) ?? [];
  if (found === undefined) return undefined;
  const message = `${found} is sent as it is: a case has no variables to put in its place`;
  return { severity: "warning", message };
}

/** Refuses tool messages, as a case cannot contain the tool call that one answers. */
export function problemOfProbeMessage({ role }: { role: string }): MessageProblem | undefined {
  if (role !== "tool") return undefined;
  return {
    severity: "warning",
    message: "most providers refuse a tool message without the tool call that it answers; a user message can quote it",
  };
}

export interface MessageProblem {
  severity: "error" | "warning";
  message: string;
}

/** Complains about a simulated user where it cannot take part. */
function checkSimulatedUser({ runner, input }: Pick<TestCase, "runner" | "input">): Complaint[] {
  if (input.user === undefined || runner.type === "llm_probe") return [];
  const message = "is for llm_probe cases only; write what the user says next as `turns`";
  return [{ path: ["input", "user"], at: "key", message }];
}
