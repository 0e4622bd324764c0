import { quotable } from "./quotable.ts";

/** The parts of a campaign packet that the rule-based judge reads, with missing ones filled in. */
export interface CampaignPacket {
  status: string;
  /** The final output; empty when there is none. */
  answer: string;
  /** A quotable beginning of the answer. */
  opening: string;
  forced: boolean;
  /** All words, actions and files of the subject, for searching. */
  everything: string;
  hard: WeightedExpectation[];
  soft: WeightedExpectation[];
  checks: { check_id: string; outcome: string; dimensions: string[]; message: string }[];
  passed: number;
  decided: number;
  toolCalls: number;
  failedToolCalls: number;
  toolsOffered: string[];
  toolsUsed: string[];
  toolResults: { content: string }[];
  failures: string[];
  /** False when there is neither an answer nor a file. */
  delivered: boolean;
}

export interface WeightedExpectation {
  text: string;
  weight: number;
}

export function readCampaignPacket(userMessage: string): CampaignPacket {
  const packet = record(JSON.parse(userMessage));
  const target = record(packet.evaluation_target);
  const response = record(packet.subject_response);
  const evidence = record(packet.execution_evidence);
  const tools = record(response.tool_activity_summary);
  const summary = record(evidence.deterministic_summary);
  const events = list(evidence.key_trace_events);
  const files = list(evidence.artifacts);
  const answer = text(response.final_output);
  const contents = [...events, ...files].flatMap(({ content, arguments: given, excerpt, basename }) => [
    text(content),
    text(given),
    text(excerpt),
    text(basename),
  ]);
  const said = texts(response.assistant_messages);
  return {
    status: text(response.status),
    answer,
    opening: quotable(answer) ?? "",
    forced: response.final_output_forced === true,
    everything: [answer, ...said, ...contents].filter((part) => part !== "").join("\n"),
    hard: expectations(record(target.expectations).hard),
    soft: expectations(record(target.expectations).soft),
    checks: list(evidence.check_results).map(({ check_id, outcome, dimensions, message }) => ({
      check_id: text(check_id),
      outcome: text(outcome),
      dimensions: texts(dimensions),
      message: text(message),
    })),
    passed: number(summary.passed_checks),
    decided: number(summary.passed_checks) + number(summary.failed_checks),
    toolCalls: number(tools.tool_call_count),
    failedToolCalls: number(tools.failed_tool_call_count),
    toolsOffered: texts(tools.tools_offered),
    toolsUsed: texts(tools.tools_used),
    toolResults: events.filter(({ kind, content }) => kind === "tool_result" && text(content) !== "") as {
      content: string;
    }[],
    failures: list(evidence.material_failures).map(({ message }) => text(message)),
    delivered: answer.trim() !== "" || files.length > 0,
  };
}

function expectations(value: unknown): WeightedExpectation[] {
  return list(value).map((entry) => ({ text: text(entry.text), weight: number(entry.weight) || 1 }));
}

function record(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}

function list(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.map(record) : [];
}

function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.map(text) : [];
}

function text(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function number(value: unknown): number {
  return typeof value === "number" ? value : 0;
}
