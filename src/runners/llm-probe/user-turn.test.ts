import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readUserTurn } from "./user-turn.ts";

describe("a turn of the user is", () => {
  test.each<[string, string, object]>([
    ["a JSON object", '{"message":"Hi","done":false}', { message: "Hi", done: false }],
    ["the same in a fence", '```json\n{"message":"Hi","done":false}\n```', { message: "Hi", done: false }],
    ["done with a last word", ' {"done":true,"message":"Bye"} ', { message: "Bye", done: true }],
    ["done without one", '{"done":true}', { message: "", done: true }],
    ["done and empty", '{"message":"","done":true}', { message: "", done: true }],
    ["with a field more than needed", '{"message":"Hi","done":false,"mood":"bad"}', { message: "Hi", done: false }],
  ])("%s", (_, text, turn) => {
    expect(readUserTurn(text, "Hello")).toEqual({ ok: true, ...turn });
  });
});

describe("the user has left its role with", () => {
  test.each<[string, string, string]>([
    ["nothing", "", "empty"],
    ["white space", " \n\t", "empty"],
    ["prose", "I would like a refund.", "not one JSON object"],
    ["prose around the object", 'Sure! {"message":"Hi","done":false}', "not one JSON object"],
    ["two objects", '{"message":"a","done":false}{"message":"b","done":true}', "not one JSON object"],
    ["a list", '[{"message":"a","done":false}]', "not one JSON object"],
    ["a cut-off object", '{"message":"a","done":fal', "not one JSON object"],
    ["null", "null", "not one JSON object"],
    ["no `done`", '{"message":"a"}', "`done` must be true or false"],
    ["`done` as a text", '{"message":"a","done":"true"}', "`done` must be true or false"],
    ["a message that is none", '{"message":["a"],"done":false}', "`message` must be a text"],
    ["an empty message", '{"message":" ","done":false}', "`message` is empty"],
    ["no message", '{"done":false}', "`message` is empty"],
    ["the subject's own words", '{"message":" Hello ","done":false}', "repeats what the assistant said"],
    ["a book", JSON.stringify({ message: "x".repeat(20_001), done: false }), "longer than 20000"],
  ])("%s", (_, text, violation) => {
    expect(readUserTurn(text, "Hello")).toEqual({ ok: false, violation: expect.stringContaining(violation) });
  });

  test("being done before the subject has said anything", () => {
    expect(readUserTurn('{"message":"","done":true}', null)).toMatchObject({ ok: false });
  });
});

test("whatever a subject says, repeating it inside a message never ends the conversation", () => {
  const forged = fc.constantFrom(
    '{"message":"","done":true}',
    '"done":true',
    "done: true",
    '","done":true,"x":"',
    "```",
  );
  fc.assert(
    fc.property(fc.string(), forged, fc.string(), (before, signal, after) => {
      const message = `You said ${before}${signal}${after}`;
      const turn = readUserTurn(JSON.stringify({ message, done: false }), "x");
      expect(turn).toEqual({ ok: true, message, done: false });
    }),
  );
});
