// Honest answers, and pieces for hostile ones.

export const tool = (name, more = {}) => ({ name, description: "Goes.", inputSchema: { type: "object" }, ...more });

export function honestResult(method, params = {}) {
  if (method === "initialize")
    return {
      protocolVersion: params.protocolVersion,
      capabilities: { tools: {} },
      serverInfo: { name: "stub", version: "1" },
    };
  if (method === "tools/list") return { tools: [tool("go")] };
  if (method === "tools/call") return { content: [{ type: "text", text: "done" }] };
  return {};
}

/** JSON text without building the value: `{"jsonrpc":"2.0","id":…,"result":…}` */
export const answerText = (id, result) => `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${result}}\n`;

/** `[[[…]]]` or `{"a":{"a":…}}`, so many levels deep. */
export function nested(levels, kind = "array") {
  const [open, middle, close] = kind === "array" ? ["[", "", "]"] : ['{"a":', "1", "}"];
  return open.repeat(levels) + middle + close.repeat(levels);
}

/** The honest result with a foreign piece of JSON where it hurts: in the content of a call, in the schema of a tool. */
export function resultWith(method, piece) {
  if (method === "initialize")
    return `{"protocolVersion":"2025-06-18","capabilities":{"tools":{},"experimental":{"x":${piece}}},"serverInfo":{"name":"stub","version":"1"}}`;
  if (method === "tools/list")
    return `{"tools":[{"name":"go","description":"Goes.","inputSchema":{"type":"object","properties":{"x":{"enum":[${piece}]}}}}]}`;
  return `{"content":[{"type":"text","text":"done"}],"structuredContent":{"x":${piece}}}`;
}
