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

/** Returns the rules for a case's messages and turns, also if its runner is unknown. */
export function messageRulesOf(
  runner: TestCase["runner"]["type"] | undefined,
  { isRow }: { isRow: boolean },
): MessageRules {
  const { probe, agent, unknown } = isRow ? OF_ROWS : OF_CASES;
  if (runner === undefined) return unknown;
  return runner === "llm_probe" ? probe : agent;
}

// Built once, as a workspace may have tens of thousands of cases.
const OF_CASES = rulesByKind(problemOfPlaceholder);
/** In a row, remaining braces come from its data or were escaped. */
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
