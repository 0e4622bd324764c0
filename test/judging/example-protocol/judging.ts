import type { Contract } from "../../../src/judging/panel/contract.ts";
import type { ItemJudging } from "../../../src/judging/protocol.ts";
import { isRecord, jsonOrNull, visibleJson } from "../../../src/text/index.ts";

interface ExampleAnswer {
  quality: number;
}

const SYSTEM = 'Judge the answer. Reply with JSON: {"quality": <1 to 5>}.';

const contract: Contract<ExampleAnswer> = {
  check(text) {
    const answer = jsonOrNull(text);
    if (
      isRecord(answer) &&
      Number.isInteger(answer.quality) &&
      Number(answer.quality) >= 1 &&
      Number(answer.quality) <= 5
    )
      return { ok: true, answer: { quality: Number(answer.quality) }, repairs: [] };
    return {
      ok: false,
      violations: [{ rule: "quality", path: "quality", message: "must be a whole number from 1 to 5" }],
    };
  },
  schema: {
    name: "example",
    schema: {
      type: "object",
      properties: { quality: { type: "integer", minimum: 1, maximum: 5 } },
      required: ["quality"],
      additionalProperties: false,
    },
  },
};

export const exampleJudging: ItemJudging<ExampleAnswer> = {
  questionAbout({ id, answer }) {
    if (typeof id !== "string" || typeof answer !== "string") return { problem: "an item needs an id and an answer" };
    return { id, question: { system: SYSTEM, user: visibleJson({ id, answer }), contract } };
  },
  scoresOf: ({ quality }) => ({ quality }),
  sections(items) {
    const rows = items.map(({ id, scores }) => [id, String(scores.quality ?? "none")]);
    return [{ id: "quality", title: "Quality of answers", table: { head: ["answer", "quality"], rows }, lines: [] }];
  },
};
