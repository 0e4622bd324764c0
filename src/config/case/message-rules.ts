import type { TestCase } from "../schema/case/test-case.ts";
import type { ResolvedMessage } from "./loaded-case.ts";
import { problemOfAgentMedia, problemOfMediaRole } from "./media-rules.ts";
import {
  firstProblem,
  type MessageProblem,
  problemOfPlaceholder,
  problemOfProbeMessage,
  problemOfTurn,
} from "./rules.ts";

type MessageRule = (message: ResolvedMessage) => MessageProblem | undefined;
type MessageRules = { message: MessageRule; turn: MessageRule };

/** What messages and turns of a case are held to; without a runner, where that cannot be understood. */
export function messageRulesOf(
  runner: TestCase["runner"]["type"] | undefined,
  { isRow }: { isRow: boolean },
): MessageRules {
  const { probe, agent, unknown } = isRow ? OF_ROWS : OF_CASES;
  if (runner === undefined) return unknown;
  return runner === "llm_probe" ? probe : agent;
}

// Put together once: a workspace may have ten thousands of cases.
const OF_CASES = rulesByKind(problemOfPlaceholder);
/** In a row, braces that are left stand in its data, or were meant to be sent. */
const OF_ROWS = rulesByKind(() => undefined);

function rulesByKind(placeholder: MessageRule): Record<"probe" | "agent" | "unknown", MessageRules> {
  const turn = firstProblem(problemOfTurn, problemOfMediaRole, placeholder);
  return {
    probe: { message: firstProblem(problemOfProbeMessage, problemOfMediaRole, placeholder), turn },
    agent: {
      message: firstProblem(problemOfAgentMedia, placeholder),
      turn: firstProblem(problemOfTurn, problemOfAgentMedia, placeholder),
    },
    unknown: { message: firstProblem(problemOfMediaRole, placeholder), turn },
  };
}
