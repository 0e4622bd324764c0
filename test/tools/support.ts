import { campaignFiles, onCampaign, readRecord, records } from "../campaign/workspace.ts";
import type { CliOptions } from "../support/assay.ts";
import { type ScriptedServer, scriptedProvider } from "../support/scripted-provider.ts";
import { temporaryFolder } from "../support/temporary.ts";

export type ToolCallOfTest = [name: string, given: unknown];

/** A provider that makes these calls, one a turn, and then answers; in every trial alike. */
export function callsInTurn(...calls: ToolCallOfTest[]): Promise<ScriptedServer> {
  return scriptedProvider(({ body }) => {
    const done = body.messages.filter(({ role }: { role: string }) => role === "tool").length;
    const call = calls[done];
    return call && body.tools ? { tool_calls: [{ name: call[0], arguments: call[1] }] } : "All done.";
  });
}

/** A workspace with one case that offers these tools. */
export function toolWorkspace(
  tools: unknown[],
  files: Record<string, string | Uint8Array> = {},
  shape: Parameters<typeof campaignFiles>[0] = {},
): string {
  return temporaryFolder({ ...campaignFiles({ ...shape, tools: tools as string[] }), ...files });
}

export const toolFile = (id: string, fields: Record<string, unknown>) => ({
  [`configs/tools/${id}.yaml`]: JSON.stringify({ schema_version: 1, tool_id: id, ...fields }),
});

export const KEY = "sk-or-test-0123456789abcdef";

/** `assay <command>` on the workspace, and the trials it stored. */
export async function onTools(
  command: string,
  root: string,
  provider: { baseUrl: string },
  words: string[] = [],
  options: CliOptions = {},
) {
  const env = { OPENROUTER_BASE_URL: provider.baseUrl, OPENROUTER_API_KEY: KEY, ...options.env };
  const result = await onCampaign(command, root, words, { ...options, env });
  const runs = records(root).map((path) => readRecord(root, path));
  return { ...result, runs, run: runs[0] };
}

interface TracedResult {
  kind: string;
  tool_name: string;
  status: string;
  content: string;
}

/** The answers of a run's tools, as `status: content`. */
export function resultsOf(run: { trace: TracedResult[] }): string[] {
  return run.trace.filter(({ kind }) => kind === "tool_result").map(({ status, content }) => `${status}: ${content}`);
}
