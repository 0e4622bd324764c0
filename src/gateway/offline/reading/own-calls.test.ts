import { expect, test } from "vitest";
import type { ToolDefinition } from "../../../records/index.ts";
import { ownCalls } from "./own-calls.ts";

function tool(name: string, properties: Record<string, unknown>, required = Object.keys(properties)): ToolDefinition {
  return {
    type: "function",
    function: { name, description: "", parameters: { type: "object", properties, required } },
  };
}

const LOOKUP = tool("lookup_order", { order_id: { type: "string", pattern: "^A-\\d+$" } });
const DELETE = tool("delete_order", { order_id: { type: "string", pattern: "^A-\\d+$" } });
const WEATHER = tool("get_weather", { city: { enum: ["Oslo", "Cairo"] } });
const CONVERT = tool("convert_temperature", { degrees: { type: "number" } });
const REPLY = tool("send_reply", { text: { type: "string" } });

test.each([
  ["Where is order A-77?", [LOOKUP, DELETE], [{ name: "lookup_order", arguments: { order_id: "A-77" } }]],
  ["Delete order A-77.", [DELETE], [{ name: "delete_order", arguments: { order_id: "A-77" } }]],
  ["Where is order 77?", [LOOKUP], []],
  ["What is the weather in cairo?", [WEATHER], [{ name: "get_weather", arguments: { city: "Cairo" } }]],
  ["What is the weather in Rome?", [WEATHER], []],
  [
    "Convert the temperature of -4.5 degrees.",
    [CONVERT],
    [{ name: "convert_temperature", arguments: { degrees: -4.5 } }],
  ],
  ['Send the reply "Thanks!".', [REPLY], [{ name: "send_reply", arguments: { text: "Thanks!" } }]],
  ['Call `lookup_order` with `{"order_id": 5}`.', [LOOKUP], [{ name: "lookup_order", arguments: { order_id: 5 } }]],
  ["Call `lookup_order` with `{broken}`.", [LOOKUP], []],
  ["Call `rm_rf` with `{}`.", [LOOKUP], []],
  ["Hello!", [LOOKUP, WEATHER, REPLY], []],
])("%j", (instruction, tools, expected) => expect(ownCalls(instruction, tools)).toEqual(expected));
