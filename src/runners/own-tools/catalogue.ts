import type { LoadedTool } from "../../config/index.ts";
import type { ToolDefinition } from "../../records/index.ts";
import { isServer, serverKey } from "./behaviour-hash.ts";
import type { DiscoveredTools } from "./mcp/discover.ts";
import { type PlannedEntry, planDescribed, planServer, type ToolCatalogue } from "./plan-tools.ts";

type ServerTools = ToolDefinition["function"][];

export interface CatalogueOptions {
  /** Calls will be recorded. */
  isRecording: boolean;
  /** A server's tools as last reported; null when unknown. */
  stored(key: string): ServerTools | null;
  /** Asks a server. Omitted if only stored answers are read. */
  discover?: (tool: LoadedTool) => Promise<DiscoveredTools>;
}

/** The tools of a workspace, each planned once for all cases that offer it. A server is asked only if its tools are unknown. */
export interface OpenCatalogue extends ToolCatalogue {
  /** Asks those of these servers that were not asked yet; true when one now has other tools than stored. */
  askAgain(tools: Iterable<LoadedTool>): Promise<{ changed: boolean; problems: string[] }>;
  /** New answers of servers, to be stored by key. */
  learnt(): { key: string; label: string; tools: ServerTools }[];
}

export function openCatalogue({ isRecording, stored, discover }: CatalogueOptions): OpenCatalogue {
  const planned = new Map<LoadedTool, Promise<PlannedEntry>>();
  const asked = new Map<string, Promise<DiscoveredTools>>();
  const learnt = new Map<string, { label: string; tools: ServerTools }>();

  async function ask(tool: LoadedTool): Promise<DiscoveredTools> {
    const key = serverKey(tool);
    if (!discover) return { ok: false, problem: `tool ${tool.label}: ${UNKNOWN}` };
    const asking = asked.get(key) ?? discover(tool);
    asked.set(key, asking);
    const answer = await asking;
    if (answer.ok) learnt.set(key, { label: tool.label, tools: answer.tools });
    return answer;
  }

  async function plan(tool: LoadedTool): Promise<PlannedEntry> {
    try {
      if (tool.definition !== null) return { ok: true, tools: [planDescribed(tool, isRecording)] };
      if (tool.recordings?.content && !isRecording) return planServer(tool, tool.recordings.content.definitions, false);
      const key = serverKey(tool);
      const known = asked.has(key) ? null : stored(key);
      if (known) return planServer(tool, known, isRecording);
      const answer = await ask(tool);
      return answer.ok ? planServer(tool, answer.tools, isRecording) : answer;
    } catch (error) {
      // A file that was deleted since the configuration was read, or is not readable.
      return { ok: false, problem: `tool ${tool.label}: ${(error as Error).message}` };
    }
  }

  return {
    plan(tool) {
      const planning = planned.get(tool) ?? plan(tool);
      planned.set(tool, planning);
      return planning;
    },
    async askAgain(tools) {
      let changed = false;
      const problems: string[] = [];
      for (const tool of new Set(tools)) {
        if (!isServer(tool) || asked.has(serverKey(tool))) continue;
        const before = stored(serverKey(tool));
        const answer = await ask(tool);
        if (!answer.ok) problems.push(answer.problem);
        else if (JSON.stringify(before) !== JSON.stringify(answer.tools)) changed = true;
      }
      if (changed) planned.clear();
      return { changed, problems };
    },
    learnt: () => [...learnt].map(([key, { label, tools }]) => ({ key, label, tools })),
  };
}

const UNKNOWN = "its MCP server has not been asked for its tools yet; `assay plan` and `assay run` do";
