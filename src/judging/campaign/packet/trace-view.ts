import { messagesOfCase, type RunArtifact, type TraceEvent } from "../../../records/index.ts";
import type { Blindfold } from "./blind.ts";
import { foldToolResult } from "./fold-lines.ts";
import type { PacketEvent, SubjectResponse } from "./packet.ts";

export interface TraceView {
  response: SubjectResponse;
  events: PacketEvent[];
}

/**
 * The subject's words and actions, each once: the final output, its earlier messages, and the order of messages, tool calls and
 * results, where messages are only referred to. The user's messages are in the task, and a simulated user's turns are referred to
 * there; the runner's notes are no evidence.
 */
export function traceView(artifact: RunArtifact, blind: Blindfold): TraceView {
  const finalOutput = artifact.final_output;
  const words: string[] = [];
  const events: PacketEvent[] = [];
  const resultsSeen = new Map<string, number>();
  let usersTurn = messagesOfCase(artifact.request, artifact.identity).length + artifact.request.turns.length;
  const severalTurns = artifact.request.turns.length > 1;

  for (const event of artifact.trace) {
    const head = { event: events.length + 1, ...(severalTurns && event.turn > 0 && { turn: event.turn }) };
    if (event.kind === "message" && event.role === "assistant") {
      if (event.content.trim() === "") continue;
      const see = isSame(event.content, finalOutput)
        ? "subject_response.final_output"
        : placeOf(words, blind.subjectText(event.content));
      events.push({ ...head, kind: "message", role: "assistant", see });
    } else if (event.kind === "message" && event.by === "simulated_user") {
      const see = `evaluation_target.task_messages[${usersTurn}]`;
      events.push({ ...head, kind: "message", role: "user", see });
      usersTurn += 1;
    } else if (event.kind === "tool_call") {
      events.push({
        ...head,
        kind: "tool_call",
        tool_name: blind.subjectText(event.tool_name),
        arguments: blind.subjectText(event.arguments),
      });
    } else if (event.kind === "tool_result") {
      const content = foldToolResult(blind.subjectText(event.content), event.status);
      const before = content.length > LONG_ENOUGH_TO_POINT_AT ? resultsSeen.get(content) : undefined;
      if (before === undefined) resultsSeen.set(content, head.event);
      const tool_name = blind.subjectText(event.tool_name);
      const result = { ...head, kind: "tool_result" as const, tool_name, status: event.status };
      events.push(before === undefined ? { ...result, content } : { ...result, see: `event ${before}` });
    } else if (event.kind === "account_differs") {
      events.push({ ...head, kind: "account_differs", message: blind.ownText(event.message) });
    }
  }
  // A reference to the final output as the last message tells a judge nothing.
  const last = events.at(-1);
  if (last?.kind === "message" && last.see === "subject_response.final_output") events.pop();

  return {
    response: {
      status: artifact.status,
      final_output: finalOutput === null ? null : blind.subjectText(finalOutput),
      ...(artifact.final_output_forced && { final_output_forced: true as const }),
      assistant_messages: words,
      tool_activity_summary: summarize(artifact, blind),
    },
    events,
  };
}

/** A `see` costs about as much. */
const LONG_ENOUGH_TO_POINT_AT = 40;

function summarize({ trace, request }: RunArtifact, blind: Blindfold): SubjectResponse["tool_activity_summary"] {
  const calls = trace.filter(
    (event): event is Extract<TraceEvent, { kind: "tool_call" }> => event.kind === "tool_call",
  );
  return {
    tool_call_count: calls.length,
    failed_tool_call_count: trace.filter((event) => event.kind === "tool_result" && event.status === "error").length,
    tools_offered: request.tools.map((tool) => blind.ownText(tool.function.name)).sort(),
    tools_used: [...new Set(calls.map(({ tool_name }) => blind.subjectText(tool_name)))].sort(),
  };
}

function isSame(text: string, finalOutput: string | null): boolean {
  return finalOutput !== null && text.trim() === finalOutput.trim();
}

function placeOf(words: string[], text: string): string {
  const known = words.indexOf(text);
  const index = known === -1 ? words.push(text) - 1 : known;
  return `subject_response.assistant_messages[${index}]`;
}
