import type { LoadedTool } from "../../../config/index.ts";
import type { ToolDefinition } from "../../../records/index.ts";
import { isRecord } from "../../../text/index.ts";
import { connectMcp, type McpConnection, type ServerSurroundings } from "./connect.ts";
import { plainWords } from "./plain-words.ts";

const MOST_TOOLS = 1000;
const MOST_PAGES = 50;
const LONGEST_LIST = 2_000_000;

export type DiscoveredTools = { ok: true; tools: ToolDefinition["function"][] } | { ok: false; problem: string };

/** Asks a server which tools it has. Everything it says is data, and there is not too much of it. */
export async function discoverTools(tool: LoadedTool, surroundings: ServerSurroundings): Promise<DiscoveredTools> {
  const connected = await connectMcp(tool, surroundings);
  const failed = (problem: string) => ({
    ok: false as const,
    problem: `tool ${tool.label}: ${plainWords(problem, 1000)}`,
  });
  if (!connected.ok) return failed(`its MCP server could not be asked: ${connected.problem}`);
  const { connection } = connected;
  try {
    const listed = await listTools(connection, timeoutOf(tool), surroundings.signal);
    return listed.ok ? listed : failed(listed.problem);
  } catch (error) {
    return failed(`its MCP server could not be asked: ${connection.explain(error)}`);
  } finally {
    await connection.close();
  }
}

async function listTools(
  { client }: McpConnection,
  timeout: number,
  signal: AbortSignal | undefined,
): Promise<DiscoveredTools> {
  const tools: ToolDefinition["function"][] = [];
  let cursor: string | undefined;
  let length = 0;
  for (let page = 1; page <= MOST_PAGES; page += 1) {
    const options = { timeout, signal };
    const answer = await client.request(
      { method: "tools/list", params: cursor === undefined ? {} : { cursor } },
      options,
    );
    for (const { name, description = "", inputSchema } of answer.tools) {
      const parameters = isRecord(inputSchema) ? inputSchema : { type: "object" };
      length += JSON.stringify({ name, description, parameters }).length;
      tools.push({ name, description, parameters });
    }
    if (tools.length > MOST_TOOLS || length > LONGEST_LIST)
      return {
        ok: false,
        problem: `its MCP server lists more tools than anybody could use (${tools.length}, ${length} characters)`,
      };
    const names = tools.map(({ name }) => name);
    const twice = names.find((name, index) => names.indexOf(name) !== index);
    if (twice !== undefined)
      return { ok: false, problem: `its MCP server lists ${JSON.stringify(twice.slice(0, 100))} twice` };
    cursor = answer.nextCursor;
    // A server may list them in another order each time, and the order is part of a trial's identity.
    if (cursor === undefined) return { ok: true, tools: tools.sort((a, b) => (a.name < b.name ? -1 : 1)) };
  }
  return { ok: false, problem: `its MCP server goes on listing tools after ${MOST_PAGES} pages` };
}

function timeoutOf({ behaviour }: LoadedTool): number {
  return behaviour.kind === "mcp" ? behaviour.server.timeout_seconds * 1000 : 0;
}
