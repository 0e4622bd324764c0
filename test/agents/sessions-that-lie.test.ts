import { describe, expect, test } from "vitest";
import { lacks } from "../support/needs.ts";
import { runAgentTrial } from "./support/agent-trial.ts";
import { playProvider } from "./support/play-provider.ts";

/** An agent that never asks its model, and says this of its session. */
const calling = (session: string) => ({
  kind: "command",
  command: ["node", "-e", `console.log(JSON.stringify({ text: "Hi", session: ${session} }))`],
  resume: ["node", "-e", "console.log(JSON.stringify({ text: process.argv[1], session: 'two' }))", "{session}"],
  output: { format: "jsonl", answer: "text", session: "session" },
});

describe.skipIf(lacks("sandbox"))("an agent that names its session", () => {
  test.each([
    ["with a NUL", '"a" + String.fromCharCode(0)'],
    ["at greater length than an argument may have", '"x".repeat(3_000_000)'],
  ])("%s has failed, and nothing else has", async (_, session) => {
    const provider = await playProvider({});
    const { artifact } = await runAgentTrial({ agent: calling(session), provider, turns: ["One", "Two"] });
    expect(artifact).toMatchObject({
      status: "failed",
      failure: { message: expect.stringContaining("output.session") },
    });
  });
});
