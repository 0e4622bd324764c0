import { describe, expect, test } from "vitest";
import type { FieldRule } from "../../../text/index.ts";
import { type BatchAnswer, itemContract, singletonContract } from "./contract.ts";

const FIELDS: Record<string, FieldRule> = {
  score: { type: "integer", min: 1, max: 5 },
  share: { type: "number", min: 0, max: 1 },
  topics: { type: "integer", min: 0 },
  off_topic: { type: "boolean" },
  theme: { type: "string" },
};
const GOOD = { item_id: "a", score: 4, share: 0.5, topics: 1, off_topic: false, theme: "login", ambiguous: false };
const SECOND = { ...GOOD, item_id: 7 };

/** The rules broken by an answer about the items "a" and 7, the second of which is fine unless the answer says otherwise. */
function rulesBroken(text: string): string[] {
  const result = itemContract(["a", 7], FIELDS).check(text);
  return result.ok ? rulesIn(result.answer) : [`whole answer: ${result.violations[0]?.rule}`];
}

function rulesIn({ broken, strangers }: BatchAnswer<unknown>): string[] {
  const inItems = broken.flatMap(({ item_id, violations }) =>
    violations.map(({ rule }) => `${JSON.stringify(item_id)}: ${rule}`),
  );
  return [...inItems, ...strangers.map(({ rule }) => `stranger: ${rule}`)];
}

const withFirst = (changes: Record<string, unknown>) => JSON.stringify([{ ...GOOD, ...changes }, SECOND]);
const without = (field: string) =>
  JSON.stringify([Object.fromEntries(Object.entries(GOOD).filter(([name]) => name !== field)), SECOND]);

describe("answers that hold", () => {
  test.each([
    ["as asked", JSON.stringify([GOOD, SECOND])],
    ["in another order", JSON.stringify([SECOND, GOOD])],
    ["with white space around it", `\n  ${JSON.stringify([GOOD, SECOND], null, 2)}\n`],
    ["with a further field", withFirst({ comment: "quality varies" })],
    ["with bounds met exactly", withFirst({ score: 1, share: 1, topics: 0 })],
    [
      "with a whole number written as 4.0",
      `[${JSON.stringify(GOOD).replace('"score":4', '"score":4.0')}, ${JSON.stringify(SECOND)}]`,
    ],
    ["ambiguous", withFirst({ ambiguous: true })],
    ["with an empty string", withFirst({ theme: "" })],
  ])("%s", (_, text) => {
    expect(rulesBroken(text)).toEqual([]);
  });
});

describe("answers refused as a whole", () => {
  test.each([
    ["", "not_json"],
    ["I cannot judge this.", "not_json"],
    [`Here you are: ${JSON.stringify([GOOD, SECOND])}`, "not_json"],
    [`\`\`\`json\n${JSON.stringify([GOOD, SECOND])}\n\`\`\``, "not_json"],
    [JSON.stringify([GOOD, SECOND]).slice(0, -3), "not_json"],
    [`${JSON.stringify([GOOD, SECOND])} Done.`, "not_json"],
    [`${JSON.stringify([GOOD])}${JSON.stringify([SECOND])}`, "not_json"],
    [JSON.stringify([GOOD]).replace("false", "NaN"), "not_json"],
    [JSON.stringify([GOOD]).replaceAll('"', "'"), "not_json"],
    [JSON.stringify({ a: GOOD, 7: SECOND }), "not_an_array"],
    [JSON.stringify({ items: [GOOD, SECOND] }), "not_an_array"],
    ["null", "not_an_array"],
    ['"[]"', "not_an_array"],
    ["42", "not_an_array"],
    ["[]", "missing_item"],
    [
      JSON.stringify([
        { ...GOOD, score: 9 },
        { ...SECOND, score: 9 },
      ]),
      "out_of_range",
    ],
    [JSON.stringify([GOOD, SECOND]).replace('"score":4', '"score":4,"score":5'), "duplicate_key"],
  ])("%j", (text, rule) => {
    expect(rulesBroken(text)).toEqual([`whole answer: ${rule}`]);
  });
});

describe("items broken on their own, while their neighbour holds", () => {
  test.each([
    ["missing", JSON.stringify([SECOND]), ['"a": missing_item']],
    ["standing twice", JSON.stringify([GOOD, GOOD, SECOND]), ['"a": duplicate_item']],
    [
      "standing twice with different scores",
      JSON.stringify([GOOD, { ...GOOD, score: 1 }, SECOND]),
      ['"a": duplicate_item'],
    ],
    ["score too high", withFirst({ score: 6 }), ['"a": out_of_range']],
    ["score too low", withFirst({ score: 0 }), ['"a": out_of_range']],
    ["score not whole", withFirst({ score: 3.5 }), ['"a": wrong_type']],
    ["score a string", withFirst({ score: "4" }), ['"a": wrong_type']],
    ["score null", withFirst({ score: null }), ['"a": wrong_type']],
    ["score true", withFirst({ score: true }), ['"a": wrong_type']],
    ["score a list", withFirst({ score: [4] }), ['"a": wrong_type']],
    ["score an object", withFirst({ score: { value: 4 } }), ['"a": wrong_type']],
    ["score huge", withFirst({ score: 1e300 }), ['"a": out_of_range']],
    ["share beyond one", withFirst({ share: 1.0001 }), ['"a": out_of_range']],
    ["share negative", withFirst({ share: -0.1 }), ['"a": out_of_range']],
    ["topics negative", withFirst({ topics: -1 }), ['"a": out_of_range']],
    ["a boolean as 0", withFirst({ off_topic: 0 }), ['"a": wrong_type']],
    ["a boolean as text", withFirst({ off_topic: "false" }), ['"a": wrong_type']],
    ["a string as a number", withFirst({ theme: 5 }), ['"a": wrong_type']],
    ["ambiguous as text", withFirst({ ambiguous: "no" }), ['"a": wrong_type']],
    ["ambiguous null", withFirst({ ambiguous: null }), ['"a": wrong_type']],
    ["without score", without("score"), ['"a": missing_field']],
    ["without theme", without("theme"), ['"a": missing_field']],
    ["without ambiguous", without("ambiguous"), ['"a": missing_field']],
    ["without id", without("item_id"), ['"a": missing_item', "stranger: missing_item_id"]],
    ["id in another case", withFirst({ item_id: "A" }), ['"a": missing_item', "stranger: unknown_item"]],
    ["id null", withFirst({ item_id: null }), ['"a": missing_item', "stranger: unknown_item"]],
    ["id as a list", withFirst({ item_id: ["a"] }), ['"a": missing_item', "stranger: item_id_type"]],
    [
      "a number id as a string",
      JSON.stringify([GOOD, { ...SECOND, item_id: "7" }]),
      ["7: missing_item", "stranger: item_id_type"],
    ],
    ["an item nobody gave", JSON.stringify([GOOD, SECOND, { ...GOOD, item_id: "b" }]), ["stranger: unknown_item"]],
    ["an element that is a number", JSON.stringify([GOOD, SECOND, 3]), ["stranger: not_an_object"]],
    ["an element that is null", JSON.stringify([GOOD, SECOND, null]), ["stranger: not_an_object"]],
    ["two rules at once", withFirst({ score: 9, theme: 1 }), ['"a": out_of_range', '"a": wrong_type']],
    [
      "fields inherited, not given",
      `[{"item_id":"a","__proto__":{"score":4}}, ${JSON.stringify(SECOND)}]`,
      expect.arrayContaining(['"a": missing_field']),
    ],
  ])("%s", (_, text, rules) => {
    expect(rulesBroken(text)).toEqual(rules);
  });

  test("the good neighbour is kept", () => {
    const result = itemContract(["a", 7], FIELDS).check(withFirst({ score: 9 }));
    expect(result).toMatchObject({ ok: true, answer: { verdicts: [SECOND], broken: [{ item_id: "a" }] } });
  });

  test("a violation says what was expected and what came", () => {
    const result = itemContract(["a", 7], FIELDS).check(withFirst({ score: 9 }));
    expect(result).toMatchObject({
      answer: {
        broken: [{ violations: [{ path: "[0].score", message: '"score" must be a whole number from 1 to 5, not 9' }] }],
      },
    });
  });
});

describe("singletons", () => {
  const LONER = { item_id: "s", should_cluster: false, best_cluster_id: null, confidence: 5 };
  const MEMBER = { item_id: "s", should_cluster: true, best_cluster_id: "c1", confidence: 4 };
  const broken = (verdict: unknown, clusters: (string | number)[] = ["c1", 2]) => {
    const result = singletonContract(["s"], clusters).check(JSON.stringify([verdict]));
    return result.ok ? rulesIn(result.answer) : result.violations.map(({ rule }) => rule);
  };

  test.each([[LONER], [MEMBER], [{ ...MEMBER, best_cluster_id: 2 }], [{ ...LONER, confidence: 1, note: "unclear" }]])(
    "%j holds",
    (verdict) => {
      expect(broken(verdict)).toEqual([]);
    },
  );

  test.each([
    ["confidence 0", { ...LONER, confidence: 0 }, "out_of_range"],
    ["confidence 6", { ...LONER, confidence: 6 }, "out_of_range"],
    ["confidence 4.5", { ...LONER, confidence: 4.5 }, "wrong_type"],
    ["confidence missing", { ...LONER, confidence: undefined }, "missing_field"],
    ["should_cluster as text", { ...LONER, should_cluster: "false" }, "wrong_type"],
    ["should_cluster missing", { ...LONER, should_cluster: undefined }, "missing_field"],
    ["a cluster that does not exist", { ...MEMBER, best_cluster_id: "c9" }, "unknown_cluster"],
    ["a cluster id of another type", { ...MEMBER, best_cluster_id: "2" }, "unknown_cluster"],
    ["a cluster as a list", { ...MEMBER, best_cluster_id: ["c1"] }, "unknown_cluster"],
    ["no cluster named", { ...MEMBER, best_cluster_id: null }, "cluster_missing"],
    ["a cluster although it stands alone", { ...LONER, best_cluster_id: "c1" }, "cluster_unexpected"],
    ["best_cluster_id missing", { ...LONER, best_cluster_id: undefined }, "missing_field"],
  ])("%s", (_, verdict, rule) => {
    expect(broken(verdict)).toEqual([rule]);
  });

  test("without clusters nothing can be named", () => {
    expect(broken(MEMBER, [])).toEqual(["unknown_cluster"]);
  });
});
