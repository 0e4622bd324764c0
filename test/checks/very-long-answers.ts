import { fencedBlocks } from "../../src/checks/inspection/fenced-blocks.ts";
import { numbersIn } from "../../src/checks/inspection/numbers.ts";
import { openEventStream } from "../../src/proxy/wire/event-stream.ts";
import { readJsonText } from "../../src/text/json/json-reader.ts";
import { createRedactor } from "../../src/text/secrets/redact.ts";

/** A provider's answer may be five times as long. */
const LENGTH = 12_000_000;
const redact = createRedactor([]);

/** Operations on answers, with the longest answers made for each. */
const DONE_WITH: [what: string, done: (answer: string) => unknown, answers: string[]][] = [
  [
    "numbers",
    (answer) => numbersIn(answer).every(({ value }) => value !== 1),
    [of("1"), `0.${of("3")}`, `1e${of("1")}`, `1${of(",234")}`, `1${of(" 234")}`, `1${of(".234")}`, `H${of("2")}`],
  ],
  ["fenced blocks", (answer) => fencedBlocks(answer).length < 2, [of("`"), of("~"), `${of("`")}x`]],
  [
    "JSON",
    (answer) => readJsonText(answer).ok,
    [`"${of("a")}"`, `"${of("\\n")}"`, of("1"), `0.${of("1")}`, `1e-${of("1")}`],
  ],
  [
    "secrets",
    (answer) => redact(answer, "authorization") !== answer,
    [
      `Bearer ${of("a1")}`,
      `sk-proj-${of("aA1")}`,
      `eyJhbGciOiJI.eyJhbGciOiJI.${of("a1")}`,
      `-----BEGIN PRIVATE KEY-----\n${of(`${"A".repeat(63)}\n`)}`,
      `token=a1${"-".repeat(1000)}!`,
    ],
  ],
  ["events", (answer) => firstEvent(answer) === answer, [of("a")]],
];

for (const [what, done, answers] of DONE_WITH)
  for (const answer of answers)
    console.log(`${what}, ${JSON.stringify(answer.slice(0, 30))}: ${outcome(() => done(answer))}`);

function of(text: string): string {
  return text.repeat(LENGTH / text.length);
}

function firstEvent(data: string): string {
  const events: string[] = [];
  openEventStream((event) => events.push(event)).push(Buffer.from(`data: ${data}\n\n`));
  return events[0]!;
}

function outcome(done: () => unknown): string {
  try {
    return done() === true ? "done" : "wrong";
  } catch (error) {
    return String(error);
  }
}
