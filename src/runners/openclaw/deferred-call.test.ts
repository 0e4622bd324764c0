import { expect, test } from "vitest";
import { deferredCall } from "./transcript-trace.ts";

const call = (given: string, name = "tool_call") => ({ id: "c1", name, arguments: given });
const named = new Map([["c1", "web_fetch"]]);

test("a tool that the model was not shown at first is called by its own name, with its own arguments", () => {
  const given = call('{"id":"core:web_fetch","args":{"url":"x"}}');
  expect(deferredCall(given, named)).toEqual({ id: "c1", name: "web_fetch", arguments: '{"url":"x"}' });
  expect(deferredCall(given, new Map())).toMatchObject({ name: "core:web_fetch" });
});

test("the agent cannot make another tool of it", () => {
  expect(deferredCall(call('{"id":"core:exec","args":{}}'), named)).toMatchObject({ name: "core:exec" });
});

test.each([call("{}", "write"), call("no json"), call('{"id":7}'), call("[]"), call("null")])(
  "what is no such call stays as it is: %j",
  (given) => expect(deferredCall(given, named)).toEqual(given),
);
