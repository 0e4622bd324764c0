// The smallest MCP server there is: three methods over stdin and stdout. Real ones use a library.
import { createInterface } from "node:readline";

const WEATHER = { Oslo: "snow, -3 degrees", Cairo: "sunny, 24 degrees" };
const TOOL = {
  name: "get_weather",
  description: "Tells the weather of a city.",
  inputSchema: {
    type: "object",
    properties: { city: { type: "string", enum: Object.keys(WEATHER) } },
    required: ["city"],
  },
};

const answers = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion,
    capabilities: { tools: {} },
    serverInfo: { name: "weather", version: "1.0.0" },
  }),
  "tools/list": () => ({ tools: [TOOL] }),
  "tools/call": ({ arguments: { city } }) => ({
    content: [{ type: "text", text: WEATHER[city] ?? `Nobody has measured it in ${city}.` }],
    isError: !(city in WEATHER),
  }),
};

createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, method, params } = JSON.parse(line);
  const answer = answers[method];
  if (id !== undefined && answer) console.log(JSON.stringify({ jsonrpc: "2.0", id, result: answer(params) }));
});
