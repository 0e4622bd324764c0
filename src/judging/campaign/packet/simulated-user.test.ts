import { expect, test } from "vitest";
import { exampleCase, exampleRun } from "../../../../test/support/example-run.ts";
import type { TraceEvent } from "../../../records/index.ts";
import { createRedactor } from "../../../text/index.ts";
import { sampleOfRun } from "../../rubric/samples/run-sample.ts";
import { buildPacket } from "./build-packet.ts";
import type { Packet } from "./packet.ts";

const at = { turn: 1, at_ms: 0 };
const user = (content: string): TraceEvent => ({ ...at, kind: "message", role: "user", content, by: "simulated_user" });
const subject = (content: string): TraceEvent => ({ ...at, kind: "message", role: "assistant", content });

async function packetOf(trace: TraceEvent[], final_output: string): Promise<Packet> {
  const { text } = await buildPacket({
    loadedCase: exampleCase(),
    artifact: { ...exampleRun(), trace, final_output },
    called: [],
    artifactsDirectory: "/nowhere",
    checks: [],
    redact: createRedactor([], { patterns: false }),
    anchors: { enabled: false, references: [] },
    maxCharacters: 60_000,
  });
  return JSON.parse(text) as Packet;
}

test("the turns of a simulated user are shown as the user's, and the events say who spoke when", async () => {
  const before = exampleRun().request.messages.length;
  const {
    evaluation_target: target,
    subject_response: response,
    execution_evidence: evidence,
  } = await packetOf(
    [subject("Which order?"), user("Number 7."), subject("It is refunded."), user("Thanks!")],
    "It is refunded.",
  );
  expect(target.task_messages.slice(before)).toEqual([
    { role: "user", turn: 1, content: "Number 7." },
    { role: "user", turn: 2, content: "Thanks!" },
  ]);
  expect(response.assistant_messages).toEqual(["Which order?"]);
  expect(evidence.key_trace_events).toEqual([
    { event: 1, kind: "message", role: "assistant", see: "subject_response.assistant_messages[0]" },
    { event: 2, kind: "message", role: "user", see: `evaluation_target.task_messages[${before}]` },
    { event: 3, kind: "message", role: "assistant", see: "subject_response.final_output" },
    { event: 4, kind: "message", role: "user", see: `evaluation_target.task_messages[${before + 1}]` },
  ]);
});

test("a user who repeats the subject's name does not give it away", async () => {
  const { request } = exampleRun();
  const packet = await packetOf([subject("Hi."), user(`So you are ${request.model}?`), subject("Yes.")], "Yes.");
  expect(JSON.stringify(packet)).not.toContain(request.model);
  expect(JSON.stringify(packet)).toContain("So you are");
});

test("a user's message of the runner's own is not shown as the user's", async () => {
  const forced: TraceEvent = { ...at, kind: "message", role: "user", content: "There are no tool calls left." };
  expect(JSON.stringify(await packetOf([forced], "Yes."))).not.toContain("no tool calls left");
});

test("what a simulated user said is part of a sample's question", () => {
  const artifact = { ...exampleRun(), trace: [user("Number 7.")], final_output: "Yes." };
  const made = sampleOfRun(artifact, artifact.identity);
  expect(made.ok && made.sample.question).toContain("Number 7.");
});
