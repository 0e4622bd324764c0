import type { LoadedTool } from "../../../config/index.ts";
import type { ToolDefinition } from "../../../records/index.ts";
import { isRecord } from "../../../text/index.ts";
import { connectMcp, type McpConnection, type ServerSurroundings } from "./connect.ts";
import { sanitizeText } from "./sanitize-text.ts";
import { withinSeconds } from "./within-seconds.ts";

const MOST_TOOLS = 1000;
const MOST_PAGES = 50;
const LONGEST_LIST = 2_000_000;

export type DiscoveredTools = { ok: true; tools: ToolDefinition["function"][] } | { ok: false; problem: string };

/** Asks a server for its tools. Treats everything it says as bounded data. */
export async function discoverTools(tool: LoadedTool, surroundings: ServerSurroundings): Promise<DiscoveredTools> {
  const connected = await connectMcp(tool, surroundings);
  const failed = (problem: string) => ({
    ok: false as const,
    problem: `tool ${tool.label}: ${sanitizeText(problem, 1000)}`,
  });
  if (!connected.ok) return failed(`its MCP server could not be asked: ${connected.problem}`);
  const { connection } = connected;
  try {
    // One limit for all pages, because a server could always have one more.
    const listed = await withinSeconds(timeoutOf(tool), listTools(connection), surroundings.signal);
    return listed.ok ? listed : failed(listed.problem);
  } catch (error) {
    return failed(`its MCP server could not be asked: ${connection.explain(error)}`);
  } finally {
    await connection.close();
  }
}

async function listTools(connection: McpConnection): Promise<DiscoveredTools> {
  const tools = new Map<string, ToolDefinition["function"]>();
  const failed = (problem: string): DiscoveredTools => ({ ok: false, problem: `its MCP server ${problem}` });
  let cursor: string | undefined;
  let length = 0;
  for (let page = 1; page <= MOST_PAGES; page += 1) {
    const read = readPage(await connection.ask("tools/list", cursor === undefined ? {} : { cursor }));
    if (!read.ok) return failed(`could not be asked: ${read.problem}`);
    for (const tool of read.tools) {
      length += JSON.stringify(tool).length;
      if (tools.has(tool.name)) return failed(`lists ${JSON.stringify(tool.name.slice(0, 100))} twice`);
      tools.set(tool.name, tool);
      if (tools.size > MOST_TOOLS || length > LONGEST_LIST)
        return failed(
          `lists more tools than anybody could use (more than ${MOST_TOOLS}, or ${LONGEST_LIST} characters)`,
        );
    }
    cursor = read.cursor;
    // Sorted, because the order is part of a trial's identity and a server may change it each time.
    if (cursor === undefined)
      return { ok: true, tools: [...tools.values()].sort((a, b) => (a.name < b.name ? -1 : 1)) };
  }
  return failed(`goes on listing tools after ${MOST_PAGES} pages`);
}

type Page = { ok: true; tools: ToolDefinition["function"][]; cursor?: string } | { ok: false; problem: string };

/** Reads one unchecked page. The first deviation from the protocol ends the reading. */
function readPage(answer: unknown): Page {
  const wrong = (problem: string): Page => ({ ok: false, problem: `its list of tools ${problem}` });
  if (!isRecord(answer) || !Array.isArray(answer.tools)) return wrong("is not a list");
  const { nextCursor: cursor } = answer;
  if (cursor !== undefined && typeof cursor !== "string") return wrong("has a cursor that is not a text");
  const tools: ToolDefinition["function"][] = [];
  for (const [index, tool] of answer.tools.entries()) {
    const { name, description = "", inputSchema } = isRecord(tool) ? tool : {};
    const parameters = readParameters(inputSchema);
    if (typeof name !== "string" || typeof description !== "string" || parameters === null)
      return wrong(`has something at place ${index + 1} that is not a tool`);
    tools.push({ name, description, parameters });
  }
  return { ok: true, tools, ...(cursor === undefined ? {} : { cursor }) };
}

/** Normalizes the order of fields, since another order would change the identity and rerun the trials. */
function readParameters(schema: unknown): Record<string, unknown> | null {
  if (!isRecord(schema) || schema.type !== "object") return null;
  const { type, properties, required, ...rest } = schema;
  if (properties !== undefined && !isRecord(properties)) return null;
  if (required !== undefined && !(Array.isArray(required) && required.every((name) => typeof name === "string")))
    return null;
  return {
    type,
    ...(properties === undefined ? {} : { properties }),
    ...(required === undefined ? {} : { required }),
    ...rest,
  };
}

function timeoutOf({ behaviour }: LoadedTool): number {
  return behaviour.kind === "mcp" ? behaviour.server.timeout_seconds : 0;
}
