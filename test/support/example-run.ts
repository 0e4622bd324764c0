import type { LoadedCase, TestCase } from "../../src/config/index.ts";
import type { RunArtifact, TraceEvent } from "../../src/records/index.ts";

/** A run as llm_probe stores it: one tool call, then an answer. */
export function exampleRun(changes: Partial<RunArtifact> = {}): RunArtifact {
  return {
    schema_version: 1,
    identity: {
      run_id: "f".repeat(64),
      suite_id: "demo",
      run_profile_id: "standard",
      model_id: "alpha_one",
      case_id: "sum",
      repetition: 1,
    },
    runner: "llm_probe",
    status: "success",
    final_output: "The sum is 42.",
    final_output_forced: false,
    failure: null,
    request: {
      gateway: "https://openrouter.ai/api/v1",
      model: "acme/alpha-1",
      offline: false,
      execution_parameters: { temperature: 0 },
      messages: [{ role: "user", content: "Add 40 and 2." }],
      turns: [],
      tools: [],
      metadata: {},
    },
    provider: [{ name: "Acme", model: "acme/alpha-1-0613", finish_reason: "stop" }],
    timing: {
      started_at: "2026-01-01T00:00:00.000Z",
      finished_at: "2026-01-01T00:00:01.000Z",
      duration_ms: 1000,
      latency_ms: 900,
    },
    usage: null,
    trace: exampleTrace(),
    artifacts: [],
    runner_metadata: {},
    ...changes,
  };
}

function exampleTrace(): TraceEvent[] {
  return [
    { turn: 0, at_ms: 0, kind: "message", role: "user", content: "Add 40 and 2." },
    { turn: 1, at_ms: 10, kind: "message", role: "assistant", content: "Let me compute that." },
    {
      turn: 1,
      at_ms: 11,
      kind: "tool_call",
      tool_name: "exec_shell",
      tool_call_id: "c1",
      arguments: '{"command":"expr 40 + 2"}',
    },
    {
      turn: 1,
      at_ms: 20,
      kind: "tool_result",
      tool_name: "exec_shell",
      tool_call_id: "c1",
      status: "success",
      content: "42",
    },
    { turn: 2, at_ms: 30, kind: "message", role: "assistant", content: "The sum is 42." },
    { turn: 2, at_ms: 31, kind: "final_output", content: "The sum is 42.", forced: false },
  ];
}

export function exampleCase(changes: Partial<TestCase> = {}): LoadedCase {
  return {
    case: {
      schema_version: 1,
      case_id: "sum",
      title: "A sum",
      runner: { type: "llm_probe" },
      input: { messages: [{ role: "user", content: "Add 40 and 2." }], turns: [], attachments: [], context: {} },
      deterministic_checks: [],
      tags: [],
      ...changes,
    },
    path: "/somewhere/configs/cases/sum/test.yaml",
    messages: [{ role: "user", content: "Add 40 and 2." }],
    turns: [],
    attachments: [],
    tools: [],
  };
}
