import { describe, expect, test } from "vitest";
import {
  ANYTHING,
  closedObject,
  list,
  oneOfKinds,
  optional,
  orNull,
  TEXT,
  USAGE,
  USD,
  WHOLE_NUMBER,
} from "../../records/index.ts";
import { receiveJson } from "./receive-json.ts";

const SHAPE = closedObject<{ name: string; usd: number | null; more?: unknown }>({
  name: TEXT,
  usd: orNull(USD),
  more: optional(ANYTHING),
});
const problemOf = (text: string, limits = {}) => {
  const received = receiveJson(text, SHAPE, { characters: 1_000_000, ...limits });
  return received.ok ? null : received.problem;
};

test.each([
  ['{"name":"a","usd":0.5}', null],
  ['{"name":"a","usd":null,"more":{"deep":[1,{"x":"}]}"}]}}', null],
  ['{"name":"a"}', "required property 'usd'"],
  ['{"name":1,"usd":1}', "name must be string"],
  ['{"name":"a","usd":-0.01}', "usd must be >= 0"],
  ['{"name":"a","usd":1e300}', "usd must be <="],
  ['{"name":"a","usd":1e999}', "usd must be"],
  ['{"name":"a","usd":"1"}', "usd must be number"],
  ['{"name":"a","usd":1,"x":1}', 'additional properties ("x")'],
  ['{"name":"a","usd":1,"__proto__":{}}', 'additional properties ("__proto__")'],
  ['{"name":"a","usd":1,"more":[{"x":1e999}]}', "a number beyond all numbers"],
  ["null", "it must be object"],
  ["", "it is not JSON"],
  ["{", "it is not JSON"],
  ['"\\', "it is not JSON"],
])("%s", (text, problem) => {
  const found = problemOf(text);
  if (problem === null) expect(found).toBeNull();
  else expect(found).toContain(problem);
});

describe("depth", () => {
  const nested = (levels: number) => `{"name":"a","usd":1,"more":${"[".repeat(levels)}${"]".repeat(levels)}}`;

  test("is counted before anything is parsed, however deep it goes", () => {
    expect(problemOf(nested(499))).toBeNull();
    expect(problemOf(nested(500))).toContain("nested more than 500 levels deep");
    expect(problemOf(nested(400_000))).toContain("levels deep");
    expect(problemOf(`${"[".repeat(900_000)}`)).toContain("levels deep");
  });

  test("counts no brackets in texts, whatever is escaped there", () => {
    const text = `\\"${"[".repeat(5000)}\\\\`;
    expect(problemOf(`{"name":"${text}","usd":1}`)).toBeNull();
    expect(problemOf(`{"name":"\\\\","usd":1,"more":${"[".repeat(600)}${"]".repeat(600)}}`)).toContain("levels deep");
  });
});

test("size is measured before anything is parsed", () => {
  expect(problemOf('{"name":"a","usd":1}', { characters: 10 })).toContain("longer than 10 characters");
});

test("of several kinds, what is wrong is said of the one that is meant", () => {
  const kinds = oneOfKinds("kind", {
    one: closedObject<{ kind: string; a: number }>({ kind: TEXT, a: WHOLE_NUMBER }),
    two: closedObject<{ kind: string; b: string }>({ kind: TEXT, b: TEXT }),
  });
  const found = (text: string) => receiveJson(text, list(kinds), { characters: 1000 });
  expect(found('[{"kind":"one","a":1},{"kind":"two","b":""}]').ok).toBe(true);
  expect(found('[{"kind":"two","b":1}]')).toEqual({ ok: false, problem: "0/b must be string" });
  expect(found('[{"kind":"three"}]')).toMatchObject({
    problem: expect.stringContaining("0/kind must be equal to one of"),
  });
  expect(found("[{}]")).toMatchObject({ problem: expect.stringContaining("kind") });
});

test("usage as a provider reports it is taken, and nothing else", () => {
  const usage = {
    prompt_tokens: 1.5,
    completion_tokens: 0,
    total_tokens: 2,
    cached_tokens: 0,
    reasoning_tokens: 0,
    cost_usd: null,
  };
  const found = (changes: object) =>
    receiveJson(JSON.stringify({ ...usage, ...changes }), USAGE, { characters: 1000 }).ok;
  expect([found({}), found({ cost_usd: -1 }), found({ prompt_tokens: -1 }), found({ total_tokens: null })]).toEqual([
    true,
    false,
    false,
    false,
  ]);
});
