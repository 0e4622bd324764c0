import { expect, test } from "vitest";
import type { ChatMessage, ChatRequest } from "../../records/index.ts";
import { judgeShape, offlineJudge } from "./judge.ts";
import { judgePrograms } from "./judge-programs.ts";

const BATCH = "<rubric>\n- `score` (1-5)\n</rubric>\n<items>\n[]\n</items>";

test.each([
  ['{"schema_version":2,"evaluation_target":{}}', "campaign"],
  ['{"meta":{},"question":"q","model_output":"a","rubric":{"dimensions":[]}}', "rubric"],
  [BATCH, "batch"],
  ["<singletons>[]</singletons>", "batch"],
  ['{"rubric":"words"}', null],
  ["null", null],
  ["[1]", null],
  ["What is 1 + 1?", null],
  ["", null],
])("%j is recognised as %j", (text, shape) => {
  expect(judgeShape(text)).toBe(shape);
});

const ask = (messages: ChatMessage[], repetition = 1): ChatRequest => ({
  model: "offline/judge",
  messages,
  options: {},
  repetition,
});

test("anything else is an error that says what the judge can judge", () => {
  expect(offlineJudge({ bias: 0 })(ask([{ role: "user", content: "Hello" }]))).toEqual({
    error: expect.stringContaining("neither a campaign packet, nor a rubric sample, nor a batch"),
  });
});

test("a follow-up that names violations is answered about the question before it", () => {
  const judge = offlineJudge({ bias: 0 });
  const question: ChatMessage = { role: "user", content: BATCH };
  const again: ChatMessage[] = [
    question,
    { role: "assistant", content: "nonsense" },
    { role: "user", content: "Your answer does not satisfy the contract." },
  ];
  expect(judge(ask(again))).toEqual(judge(ask([question])));
});

test("the careless judge breaks its contract now and then, always at the same moments, and never three times", () => {
  const broken: boolean[] = [];
  const before = judgePrograms.batch;
  judgePrograms.batch = (_, { breaksContract }) => {
    broken.push(breaksContract);
    return "";
  };
  try {
    const careless = offlineJudge({ bias: 0, careless: true });
    const answers = (count: number) =>
      Array.from({ length: count }, (): ChatMessage => ({ role: "assistant", content: "x" }));
    const askAt = (answered: number) =>
      Array.from({ length: 100 }, (_, index) =>
        careless(ask([{ role: "user", content: BATCH }, ...answers(answered)], index)),
      );
    for (const answered of [0, 0, 1, 2]) askAt(answered);
  } finally {
    judgePrograms.batch = before;
  }
  const [first, again, second, third] = [0, 100, 200, 300].map((start) => broken.slice(start, start + 100));
  const count = (moments: boolean[] | undefined) => moments!.filter(Boolean).length;
  expect(first).toEqual(again);
  expect(count(first)).toBeGreaterThan(25);
  expect(count(first)).toBeLessThan(55);
  expect(count(second)).toBeGreaterThan(8);
  expect(count(second)).toBeLessThan(35);
  expect(count(third)).toBe(0);
});
