import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type LoadedTool, mcpServer } from "../../src/config/index.ts";
import type { ServerSurroundings } from "../../src/runners/own-tools/mcp/connect.ts";
import { chooseSandbox } from "../../src/sandbox/index.ts";
import { temporaryFolder } from "./temporary.ts";

const SANDBOX = await chooseSandbox({ setting: "auto", env: process.env });

/** Servers differ in how they answer; they greet correctly unless told otherwise. */
const PREAMBLE = `import { createInterface } from "node:readline";
const send = (message) => process.stdout.write(JSON.stringify({ jsonrpc: "2.0", ...message }) + "\\n");
const tool = (name, more = {}) => ({ name, inputSchema: { type: "object" }, ...more });
const text = (words) => ({ content: [{ type: "text", text: words }] });
const answers = {
  initialize: ({ protocolVersion }) => ({ protocolVersion, capabilities: { tools: {} }, serverInfo: { name: "stub", version: "1" } }),
  "tools/list": () => ({ tools: [tool("go")] }),
  "tools/call": () => text("done"),
};
createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) return;
  const result = answers[method]?.(params, id);
  if (result !== undefined) send({ id, result });
});
`;

/** A server in the sandbox, and a tool that asks it. It greets and answers politely, unless the source changes `answers` or sends by itself. */
export function stubServer(
  source: string,
  more: Record<string, unknown> = {},
): { tool: LoadedTool; surroundings: ServerSurroundings } {
  const root = temporaryFolder();
  for (const folder of ["workspace", "tmp"]) mkdirSync(join(root, folder));
  const path = join(root, "server.mjs");
  writeFileSync(path, PREAMBLE + source);
  const server = mcpServer.parse({ command: ["node", "server.mjs"], timeout_seconds: 20, ...more });
  const files = [{ written: "server.mjs", path }];
  return {
    tool: { label: "stub", definition: null, behaviour: { kind: "mcp", server, files }, recordings: null },
    surroundings: {
      sandbox: SANDBOX,
      workspace: join(root, "workspace"),
      tmp: join(root, "tmp"),
      network: false,
      diskBytes: 64 * 1024 ** 2,
      env: {},
    },
  };
}
