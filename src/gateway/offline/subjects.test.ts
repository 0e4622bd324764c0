import { expect, test } from "vitest";
import type { ChatMessage } from "../../records/index.ts";
import { answerOffline } from "./answer-offline.ts";
import { diligent } from "./diligent.ts";
import { erratic } from "./erratic.ts";
import { failing } from "./failing.ts";
import { hasty } from "./hasty.ts";
import type { OfflineProgram } from "./program.ts";

const NOTE = `The office moves on 3 March. 48 desks go to the second floor; the workshop stays until the summer.
Boxes are delivered a week before. Everybody packs their own desk.`;
const POLICY = `# Returns
Goods can be returned within 30 days of delivery. The customer pays the postage.

# Support
Ana Ruiz leads the support team.
- Opening hours: 9 to 17
`;

const SALES = `region,quarter,revenue
north,Q1,1200
north,Q2,1350
south,Q1,900
south,Q2,1100
`;

function ask(
  program: OfflineProgram,
  instruction: string,
  attached: Record<string, string> = {},
  repetition = 1,
): string {
  const messages: ChatMessage[] = Object.entries(attached).map(([name, text]) => ({
    role: "user",
    content: `Attached context file: ${name}\n--- BEGIN ATTACHMENT ${name} ---\n${text}\n--- END ATTACHMENT ${name} ---`,
  }));
  messages.push({ role: "user", content: instruction });
  const reply = program({ model: "offline/x", messages, options: {}, repetition });
  return "error" in reply ? `error: ${reply.error}` : (reply.content ?? "");
}

test.each<[string, string, Record<string, string>, string | RegExp]>([
  [
    "a sum",
    "What is 17 + 25? Answer with the number and one sentence that explains it.",
    {},
    "The result is 42, because 17 + 25 = 42.",
  ],
  ["only a number", "What is 19 * 21? Answer with only the number.", {}, "399"],
  ["a fact", "What is the capital of Norway? Answer in one word.", {}, "Oslo"],
  ["capital letters", "What is the capital of France? Answer in one word, in upper case.", {}, "PARIS"],
  ["letters to count", 'How many letters are in "strawberry"? Reply with just the number.', {}, "10"],
  ["a word to reverse", 'Reverse the word "stressed".', {}, "desserts"],
  ["a demanded ending", 'What is 2 + 2? End your answer with "Over."', {}, "The result is 4, because 2 + 2 = 4. Over."],
  [
    "JSON from facts in the task",
    "Return JSON with the keys `name`, `city`, `age` and `email` for: Ana Ruiz lives in Lisbon and is 34 years old.",
    {},
    '{"name":"Ana Ruiz","city":"Lisbon","age":34,"email":null}',
  ],
  ["JSON of a calculation", "Answer in JSON with the key `result`: what is 6 * 7?", {}, '{"result":42}'],
  [
    "a summary in two sentences",
    "Summarise the attached note in two sentences. Keep every date and every number.",
    { "note.md": NOTE },
    "The office moves on 3 March. 48 desks go to the second floor; the workshop stays until the summer.",
  ],
  [
    "bullets with quotes",
    "Summarise policy.md in two bullet points, each with a quote.",
    { "policy.md": POLICY },
    '- Returns: "Goods can be returned within 30 days of delivery." (policy.md)\n- Support: "Opening hours: 9 to 17" (policy.md)',
  ],
  [
    "a question that the file answers",
    "Within how many days can goods be returned?",
    { "policy.md": POLICY },
    'According to policy.md: "Goods can be returned within 30 days of delivery."',
  ],
  [
    "only the figure from the file",
    "How many desks go to the second floor? Only the number.",
    { "note.md": NOTE },
    "48",
  ],
  [
    "a yes or no by a limit in the file",
    "A customer got the goods 45 days ago. Can they be returned?",
    { "policy.md": POLICY },
    'No: 45 days is more than 30. According to policy.md: "Goods can be returned within 30 days of delivery."',
  ],
  ["the best row of a table", "Which region had the highest revenue in Q2? One word.", { "sales.csv": SALES }, "north"],
  ["a cell of a table", "What was the revenue of the south in Q1? Only the number.", { "sales.csv": SALES }, "900"],
  [
    "the total of a column",
    "What is the total revenue of the south?",
    { "sales.csv": SALES },
    '2000, according to sales.csv: "south,Q1,900", "south,Q2,1100"',
  ],
  ["a cell that the table lacks", "What was the revenue of the east in Q3?", { "sales.csv": SALES }, /^I don't know/],
  [
    "words of a file to count",
    "Count the words in the attached file.",
    { "a.txt": "one two\nthree" },
    "a.txt has 3 words.",
  ],
  ["a person from the file", "Who leads the support team?", { "policy.md": POLICY }, /Ana Ruiz leads the support team/],
  [
    "what the file does not say",
    "What is the name of the warehouse manager?",
    { "policy.md": POLICY },
    /^I don't know: policy\.md does not say/,
  ],
  ["what nobody told it", "What did my neighbour eat yesterday?", {}, /^I don't know: nothing I was given says so/],
  ["what no rule covers", "Compose a sonnet.", {}, /beyond my rules/],
  ["an empty task", "", {}, /beyond my rules/],
])("the diligent subject: %s", (_, instruction, attached, expected) => {
  const answer = ask(diligent, instruction, attached);
  if (typeof expected === "string") expect(answer).toBe(expected);
  else expect(answer).toMatch(expected);
});

test.each<[string, string, Record<string, string>, RegExp]>([
  ["calculates roughly", "What is 19 * 21?", {}, /about 400\./],
  ["knows no precedence", "What is 2 + 3 * 4?", {}, /about 20\./],
  [
    "reads the first sentence only",
    "Summarise the attached note.",
    { "note.md": NOTE },
    /The office moves on 3 March, and everything else/,
  ],
  ["makes up what it does not know", "In which year did my neighbour move in?", {}, /^Sure! It was in (19|20)\d\d/],
  ["forgets about form", "Return JSON with the keys `a` and `b`: what is 1 + 1?", {}, /^Sure! Here is the JSON/],
])("the hasty subject %s", (_, instruction, attached, expected) => {
  expect(ask(hasty, instruction, attached)).toMatch(expected);
});

test("the failing subject refuses, or falls silent over an attachment", () => {
  expect(ask(failing, "What is 1 + 1?")).toBe("I'm sorry, but I can't help with that.");
  expect(ask(failing, "Summarise.", { "note.md": NOTE })).toBe("");
});

test("the erratic subject differs between repetitions, and the same repetition is always the same", () => {
  const answers = [1, 2, 3, 4, 5, 6].map((repetition) => ask(erratic, "What is 19 * 21?", {}, repetition));
  expect(new Set(answers).size).toBe(3);
  expect([1, 2, 3, 4, 5, 6].map((repetition) => ask(erratic, "What is 19 * 21?", {}, repetition))).toEqual(answers);
});

test("offline answers cost nothing, take no time and say where they come from", () => {
  const request = { model: "offline/diligent", messages: [{ role: "user" as const, content: "1 + 1?" }], options: {} };
  expect(answerOffline(request)).toMatchObject({
    status: "answered",
    provider: "offline",
    model: "offline/diligent",
    finish_reason: "stop",
    latency_ms: 0,
    usage: { prompt_tokens: 9, cost_usd: 0 },
  });
});

test("a hostile or huge text neither throws nor takes long", () => {
  const texts = [
    "(".repeat(50_000),
    "1 + ".repeat(50_000),
    "`".repeat(50_001),
    '"'.repeat(50_001),
    "a.".repeat(50_000),
    "x: ".repeat(30_000),
    "# ".repeat(50_000),
    "1,".repeat(50_000),
    "\u0000\uE000999\uE001 run `x`",
  ];
  for (const text of texts)
    for (const program of [diligent, hasty, failing, erratic]) {
      expect(typeof ask(program, text)).toBe("string");
      expect(typeof ask(program, "Summarise the attached file. Who is it?", { "a.md": text })).toBe("string");
    }
});
