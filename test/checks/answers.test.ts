import { describe, expect, test } from "vitest";
import type { DeclarativeCheck } from "../../src/config/index.ts";
import type { TraceEvent, Usage } from "../../src/records/index.ts";
import { prepare, type Trial } from "./support.ts";

/** The finding of a check in a trial that ended with this answer. */
async function found(declarative: object, answer: string | null, trial: Trial = {}) {
  const artifact = { final_output: answer, ...trial.artifact };
  return await prepare({ ...trial, artifact }).check({ declarative: declarative as DeclarativeCheck });
}

const outcomes =
  (kind: string) =>
  async (fields: object, answer: string | null, outcome: string): Promise<void> => {
    const result = await found({ kind, ...fields }, answer);
    expect(result.outcome, result.message).toBe(outcome);
  };

describe("response_contains", () => {
  test.each<[object, string | null, string]>([
    [{ text: "Paris" }, "It is Paris.", "passed"],
    [{ text: "paris" }, "It is PARIS.", "passed"],
    [{ text: "paris", case_sensitive: true }, "It is Paris.", "failed"],
    [{ text: "Straße" }, "DIE STRASSE", "passed"],
    [{ text: "ΟΔΟΣ" }, "οδος", "passed"],
    [{ text: "cafe" }, "café", "failed"],
    [{ text: "caf\u00e9" }, "cafe\u0301", "passed"],
    [{ text: "caf\u00e9", case_sensitive: true }, "cafe\u0301", "passed"],
    [{ text: "10 km" }, "10\u202fkm", "passed"],
    [{ text: "secret" }, "se\u200bcr\u00adet", "passed"],
    [{ text: "שלום" }, "\u200fשלום\u200f", "passed"],
    [{ text: "a\nb" }, "a\r\nb", "passed"],
    [{ text: "New York" }, "New\nYork", "failed"],
    [{ text: "Paris" }, "Lyon", "failed"],
    [{ text: "Paris" }, null, "failed"],
    [{ text: "Paris" }, "", "failed"],
    [{ all: ["a", "b"] }, "b and a", "passed"],
    [{ all: ["a", "b"] }, "only b", "failed"],
    [{ any: ["yes", "no"] }, "No.", "passed"],
    [{ any: ["yes", "no"] }, "Maybe.", "failed"],
    [{ none: ["sorry"] }, "Here it is.", "passed"],
    [{ none: ["sorry"] }, "I am Sorry", "failed"],
    [{ none: ["sorry"] }, null, "passed"],
    [{ text: "a", none: ["b"] }, "a b", "failed"],
    [{ text: "a", any: ["c", "d"], none: ["b"] }, "a d", "passed"],
    [{ text: ".*" }, "anything", "failed"],
  ])("%j in %j: %s", outcomes("response_contains"));

  test("says what was looked for, and what was there instead", async () => {
    expect(
      (await found({ kind: "response_contains", text: "Paris", none: ["Lyon"] }, "Lyon \u202eis it")).message,
    ).toBe(
      'The answer does not contain "Paris". The answer contains "Lyon", which it must not: "Lyon is it". It begins: "Lyon \\u202eis it".',
    );
  });

  test("says where the text stands", async () => {
    const answer = `${"x ".repeat(100)}the capital is Paris, of course${" y".repeat(100)}`;
    expect((await found({ kind: "response_contains", text: "paris" }, answer)).message).toBe(
      'The answer contains "paris": "… x x x x x x x x x x x x the capital is Paris, of course y y y y y y y y y y y y y y …".',
    );
  });
});

test("without a final output, the last assistant message is the answer", async () => {
  const trace: TraceEvent[] = [{ kind: "message", role: "assistant", content: "Paris", turn: 1, at_ms: 0 }];
  expect((await found({ kind: "response_contains", text: "Paris" }, null, { artifact: { trace } })).outcome).toBe(
    "passed",
  );
});

describe("response_matches", () => {
  test.each<[object, string | null, string]>([
    [{ pattern: "^\\d+$" }, "42\n", "passed"],
    [{ pattern: "^\\d+$" }, "42 km", "failed"],
    [{ pattern: "paris" }, "Paris", "failed"],
    [{ pattern: "paris", flags: "i" }, "Paris", "passed"],
    [{ pattern: "^b" }, "a\nb", "failed"],
    [{ pattern: "^b", flags: "m" }, "a\nb", "passed"],
    [{ pattern: "a.b" }, "a\nb", "failed"],
    [{ pattern: "a.b", flags: "s" }, "a\nb", "passed"],
    [{ pattern: "^.$" }, "😀", "passed"],
    [{ pattern: "\\ud83d\\ude00" }, "😀", "passed"],
    [{ pattern: "\\u{1f600}" }, "😀", "passed"],
    [{ pattern: "^\\p{L}+$" }, "größe", "passed"],
    [{ pattern: "^$" }, null, "passed"],
    [{ pattern: "." }, null, "failed"],
  ])("%j in %j: %s", outcomes("response_matches"));

  test("says what was looked for, and what was there instead", async () => {
    expect((await found({ kind: "response_matches", pattern: "^\\d+$", flags: "i" }, "<b>no</b>")).message).toBe(
      'Nothing in the answer matches /^\\d+$/i. It begins: "<b>no</b>".',
    );
  });
});

describe("response_equals", () => {
  test.each<[object, string | null, string]>([
    [{ text: "Paris" }, " paris\n", "passed"],
    [{ text: "Paris" }, "Paris.", "failed"],
    [{ text: "Paris", case_sensitive: true }, "paris", "failed"],
    [{ text: "Paris", trim: false }, "Paris\n", "failed"],
    [{ text: "caf\u00e9" }, "cafe\u0301", "passed"],
    [{ text: "Paris" }, null, "failed"],
    [{ text: "0" }, "0", "passed"],
    [{ number: 42 }, "42", "passed"],
    [{ number: 42 }, "**42**", "passed"],
    [{ number: 42 }, "The answer is 42.", "passed"],
    [{ number: 42 }, "$42.00", "passed"],
    [{ number: 42 }, "\\boxed{42}", "passed"],
    [{ number: 42 }, "42 km", "passed"],
    [{ number: 42 }, "42km", "passed"],
    [{ number: 42 }, "42, and I repeat: 42.", "passed"],
    [{ number: 42 }, "6 × 7 = 42", "failed"],
    [{ number: 42 }, "420", "failed"],
    [{ number: 42 }, "forty-two", "failed"],
    [{ number: 42 }, "GPT-42 and H42", "failed"],
    [{ number: 5 }, "GPT-4 says 5", "passed"],
    [{ number: 42 }, null, "failed"],
    [{ number: 1234567 }, "1,234,567", "passed"],
    [{ number: 1234.5 }, "1,234.50 €", "passed"],
    [{ number: 1234.5 }, "1.234,50 €", "passed"],
    [{ number: 10000 }, "10 000", "passed"],
    [{ number: 10000 }, "10\u202f000", "passed"],
    [{ number: 10000 }, "10'000", "passed"],
    [{ number: 10000 }, "10_000", "passed"],
    [{ number: 1234567 }, "1.234.567", "passed"],
    [{ number: 3.14 }, "3,14", "passed"],
    [{ number: 0.123 }, "0,123", "passed"],
    [{ number: 1234 }, "1,234", "passed"],
    [{ number: 1.234 }, "1.234", "passed"],
    [{ number: 1 }, "1, 2", "failed"],
    [{ number: 1 }, "1,2,3", "failed"],
    [{ number: 0.5 }, ".5", "passed"],
    [{ number: -5 }, "-5", "passed"],
    [{ number: -5 }, "−5", "passed"],
    [{ number: 5 }, "-5", "failed"],
    [{ number: 5 }, "+5", "passed"],
    [{ number: 5 }, "10-5", "failed"],
    [{ number: 150000 }, "1.5e5", "passed"],
    [{ number: 50 }, "50 %", "passed"],
    [{ number: 0 }, "-0", "passed"],
    [{ number: 0 }, "0.0", "passed"],
    [{ number: 1 }, "1e999", "failed"],
    [{ number: 1, tolerance: 1e300 }, "1e999", "failed"],
    [{ number: 0.3, tolerance: 0.1 }, "0.4", "passed"],
    [{ number: 0.3, tolerance: 0.1 }, "0.41", "failed"],
    [{ number: 1 }, "1.0000000000001", "failed"],
    [{ number: 42 }, "٤٢", "failed"],
  ])("%j for %j: %s", outcomes("response_equals"));

  test("says which numbers were there instead", async () => {
    expect((await found({ kind: "response_equals", number: 42 }, "6 × 7 = 42")).message).toBe(
      'The answer has numbers other than 42: "6", "7", "42". It begins: "6 × 7 = 42".',
    );
    expect((await found({ kind: "response_equals", number: 42, tolerance: 1 }, "About 40.")).message).toBe(
      'The number in the answer is "40", not 42 (give or take 1). It begins: "About 40.".',
    );
  });
});

describe("response_length", () => {
  test.each<[object, string | null, string]>([
    [{ characters: { max: 5 } }, " hello ", "passed"],
    [{ characters: { max: 4 } }, "hello", "failed"],
    [{ characters: { min: 1, max: 1 } }, "e\u0301", "passed"],
    [{ characters: { min: 1, max: 1 } }, "😀", "passed"],
    [{ characters: { min: 1 } }, null, "failed"],
    [{ characters: { max: 0 } }, null, "passed"],
    [{ words: { min: 3, max: 3 } }, "one - two, three!", "passed"],
    [{ words: { min: 3 } }, "one two", "failed"],
    [{ words: { min: 2 } }, "eins\u00a0zwei", "passed"],
    [{ lines: { min: 2, max: 2 } }, "a\n\n\r\nb\n", "passed"],
    [{ lines: { max: 1 } }, "a\rb", "failed"],
    [{ lines: { max: 2 }, words: { max: 1 } }, "a b", "failed"],
  ])("%j of %j: %s", outcomes("response_length"));

  test("says how long it is", async () => {
    expect((await found({ kind: "response_length", words: { min: 3 }, lines: { max: 1 } }, "a\nb")).message).toBe(
      'The answer has 2 words, expected at least 3; it has 2 lines, expected at most 1. It begins: "a\\nb".',
    );
  });
});

describe("limits", () => {
  const usage: Usage = {
    prompt_tokens: 100,
    completion_tokens: 20,
    total_tokens: 120,
    cached_tokens: 0,
    reasoning_tokens: 0,
    cost_usd: 0.003,
  };
  const answered = { name: null, model: null, finish_reason: "stop" };
  const online = { ...prepareRequest(), offline: false };
  const timed = (latency_ms: number) => ({ started_at: "", finished_at: "", duration_ms: 9999, latency_ms });

  test.each<[object, NonNullable<Trial["artifact"]>, string, string]>([
    [
      { kind: "latency_at_most", seconds: 2 },
      { provider: [answered], timing: timed(2000) },
      "passed",
      "The subject took 2 s",
    ],
    [
      { kind: "latency_at_most", seconds: 2 },
      { provider: [answered], timing: timed(2001) },
      "failed",
      "took 2.001 s, expected at most 2",
    ],
    [{ kind: "latency_at_most", seconds: 2 }, { provider: [], timing: timed(0) }, "error", "is not known"],
    [
      { kind: "latency_at_most", seconds: 2 },
      { provider: [answered], timing: timed(0), request: online },
      "error",
      "is not known",
    ],
    [{ kind: "latency_at_most", seconds: 2 }, { provider: [answered], timing: timed(0) }, "passed", "took 0 s"],
    [{ kind: "cost_at_most", usd: 0.003 }, { usage }, "passed", "cost 0.003 USD"],
    [{ kind: "cost_at_most", usd: 0.002 }, { usage }, "failed", "cost 0.003 USD, expected at most 0.002"],
    [
      { kind: "cost_at_most", usd: 1 },
      { usage: { ...usage, cost_usd: null } },
      "error",
      "the provider reported no price",
    ],
    [{ kind: "cost_at_most", usd: 1 }, { usage: null }, "error", "the provider reported no price"],
    [
      { kind: "cost_at_most", usd: 1 },
      { usage, runner_metadata: { requests_without_price: 2 } },
      "error",
      "2 of its requests did not say",
    ],
    [
      { kind: "cost_at_most", usd: 0.002 },
      { usage, runner_metadata: { requests_without_price: 2 } },
      "failed",
      "expected at most 0.002",
    ],
    [{ kind: "cost_at_most", usd: 0 }, { usage: { ...usage, cost_usd: 0 } }, "passed", "cost 0 USD"],
    [{ kind: "tokens_at_most", tokens: 120 }, { usage }, "passed", "used 120 tokens"],
    [{ kind: "tokens_at_most", tokens: 119 }, { usage }, "failed", "used 120 tokens, expected at most 119"],
    [{ kind: "tokens_at_most", tokens: 20, of: "completion" }, { usage }, "passed", "20 completion tokens"],
    [{ kind: "tokens_at_most", tokens: 99, of: "prompt" }, { usage }, "failed", "100 prompt tokens"],
    [{ kind: "tokens_at_most", tokens: 120 }, { usage: null }, "error", "the provider reported no usage"],
    [
      { kind: "tokens_at_most", tokens: 120 },
      { usage, runner_metadata: { requests_without_usage: 1 } },
      "error",
      "did not say",
    ],
    [{ kind: "turns_at_most", turns: 2 }, { provider: [answered, answered] }, "passed", "took 2 turns"],
    [{ kind: "turns_at_most", turns: 1 }, { provider: [answered, answered] }, "failed", "expected at most 1"],
    [{ kind: "turns_at_most", turns: 1 }, { provider: [] }, "error", "is not known"],
  ])("%j on %j: %s", async (check, artifact, outcome, says) => {
    const result = await found(check, "Hello", { artifact });
    expect(result).toMatchObject({ outcome, message: expect.stringContaining(says) });
  });

  function prepareRequest() {
    return { gateway: "", model: "", execution_parameters: {}, messages: [], turns: [], tools: [], metadata: {} };
  }
});

describe("not: true", () => {
  const turned = (declarative: DeclarativeCheck, answer: string | null) =>
    prepare({ artifact: { final_output: answer, usage: null } }).check({ not: true, declarative });

  test("turns passed into failed, and says what must not be so", async () => {
    expect(await turned({ kind: "response_contains", text: "sorry", case_sensitive: false }, "I am sorry.")).toEqual({
      check_id: "the-check",
      kind: "response_contains",
      dimensions: [],
      required: false,
      not: true,
      outcome: "failed",
      message: 'This must not be the case: The answer contains "sorry": "I am sorry.".',
    });
  });

  test("turns failed into passed", async () => {
    const result = await turned({ kind: "file_exists", path: "leak.txt" }, "Hello");
    expect(result).toMatchObject({
      not: true,
      outcome: "passed",
      message: "As required, this is not the case: leak.txt does not exist.",
    });
  });

  test("leaves an error an error", async () => {
    expect(await turned({ kind: "cost_at_most", usd: 1 }, "Hello")).toMatchObject({
      outcome: "error",
      message: "The cost of the trial is not known: the provider reported no price.",
    });
  });

  test("a check that is not turned around says nothing of it", async () => {
    const declarative: DeclarativeCheck = { kind: "final_response_present" };
    expect(await prepare().check({ not: false, declarative })).not.toHaveProperty("not");
  });
});
