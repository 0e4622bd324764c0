import { didYouMean, isBuiltIn, type LoadedTool, type OfferedTool, TOOL_NAME_PATTERN } from "../../config/index.ts";
import type { ToolDefinition } from "../../records/index.ts";
import type { PlannedTool } from "../request/planned-tool.ts";
import { toolDefinitions } from "../tools/tool-definitions.ts";
import { behaviourHash } from "./behaviour-hash.ts";

/** The limit of providers. */
const MOST_TOOLS = 128;
/** A longer list costs more tokens than any task is worth, in every request of the trial. */
const LONGEST_DEFINITIONS = 400_000;

export type PlannedTools =
  | { ok: true; tools: readonly ToolDefinition[]; ownTools?: readonly PlannedTool[] }
  | { ok: false; problem: string };

/** The known tools of a workspace, and their modes. */
export interface ToolCatalogue {
  /** Plans the tools of one list entry: a single one, or those of a server. */
  plan(tool: LoadedTool): Promise<PlannedEntry>;
}

export type PlannedEntry = { ok: true; tools: readonly PlannedTool[] } | { ok: false; problem: string };

/** Plans everything that a trial's model may call, in list order, with the answering tool. */
export async function planTools(offered: readonly OfferedTool[], catalogue: ToolCatalogue): Promise<PlannedTools> {
  if (offered.every((tool) => typeof tool === "string")) return { ok: true, tools: toolDefinitions(offered) };
  const tools: ToolDefinition[] = [];
  const ownTools: PlannedTool[] = [];
  for (const tool of offered) {
    if (typeof tool === "string") {
      tools.push(...toolDefinitions([tool]));
      continue;
    }
    const entry = await catalogue.plan(tool);
    if (!entry.ok) return entry;
    ownTools.push(...entry.tools);
    tools.push(...entry.tools.map(({ definition }) => definition));
  }
  const names = tools.map(({ function: { name } }) => name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) return { ok: false, problem: collision(twice, ownTools) };
  if (tools.length > MOST_TOOLS) return { ok: false, problem: describeTooMany(tools.length, ownTools) };
  return { ok: true, tools, ownTools };
}

export function planDescribed(tool: LoadedTool, isRecording: boolean): PlannedTool {
  const described = tool.definition!;
  const mode = modeOf(tool, isRecording);
  return {
    definition: { type: "function", function: described },
    source: tool,
    answersTo: described.name,
    mode,
    behaviour: behaviourHash(tool, described.name, mode),
  };
}

/** Plans the configured tools of a server, under the names that models use. */
export function planServer(
  tool: LoadedTool,
  served: readonly ToolDefinition["function"][],
  isRecording: boolean,
): PlannedEntry {
  if (tool.behaviour.kind !== "mcp") throw new Error("only a server brings tools");
  const { tools: wanted, prefix = "" } = tool.behaviour.server;
  const mode = modeOf(tool, isRecording);
  const problem = (words: string): PlannedEntry => ({ ok: false, problem: `tool ${tool.label}: ${words}` });
  const known = served.map(({ name }) => name);
  const missing = wanted?.find((name) => !known.includes(name));
  if (missing !== undefined) {
    const hint = didYouMean(missing, known) ?? `It has ${known.slice(0, 20).join(", ") || "none at all"}.`;
    return problem(`the server has no tool ${JSON.stringify(missing)}. ${hint}`);
  }
  const taken = wanted ? wanted.map((name) => served.find((one) => one.name === name)!) : served;
  if (taken.length === 0) return problem("the server offers no tools");
  const illegal = taken.find(({ name }) => !TOOL_NAME_PATTERN.test(prefix + name));
  if (illegal)
    return problem(
      `the server calls a tool ${JSON.stringify((prefix + illegal.name).slice(0, 100))}, and providers take only letters, digits, _ and -, at most 64; leave it out with \`mcp.tools\``,
    );
  const definitions = taken.map((one) => ({ ...one, name: prefix + one.name }));
  if (JSON.stringify(definitions).length > LONGEST_DEFINITIONS)
    return problem(
      "the descriptions of its tools are too long to be sent; name those that are needed under `mcp.tools`",
    );
  return {
    ok: true,
    tools: definitions.map((definition, index) => {
      const answersTo = taken[index]!.name;
      return {
        definition: { type: "function", function: definition },
        source: tool,
        answersTo,
        mode,
        behaviour: behaviourHash(tool, answersTo, mode),
      };
    }),
  };
}

function modeOf({ recordings }: LoadedTool, isRecording: boolean): PlannedTool["mode"] {
  if (recordings === null) return "live";
  if (isRecording) return "recorded";
  return recordings.content === null ? "live" : "replayed";
}

function describeTooMany(count: number, ownTools: readonly PlannedTool[]): string {
  const brought = new Map<string, number>();
  for (const { source } of ownTools)
    if (source.behaviour.kind === "mcp") brought.set(source.label, (brought.get(source.label) ?? 0) + 1);
  const servers = [...brought].map(([label, tools]) => `${tools} of them from ${label}`).join(", ");
  const from = servers === "" ? "" : ` (${servers})`;
  return `there are ${count} tools${from}, and no provider takes more than ${MOST_TOOLS}; name those that are needed under \`mcp.tools\``;
}

function collision(name: string, ownTools: readonly PlannedTool[]): string {
  const owners = ownTools
    .filter(({ definition }) => definition.function.name === name)
    .map(({ source }) => source.label);
  const whose = [...(isBuiltIn(name) && owners.length === 1 ? ["a built-in tool"] : []), ...new Set(owners)];
  return `two tools are called ${JSON.stringify(name)} (${whose.join(" and ")}); give one another name, or the server a \`prefix\``;
}
