import type { LoadedTool, RecordingFile } from "../../../config/index.ts";
import { callKey, type RecordedAnswer, type RecordedCall, type ToolDefinition } from "../../../records/index.ts";
import type { PlannedTool } from "../../request/planned-tool.ts";

/** One call of a tool in one trial, as recorded. */
export interface NotedCall {
  file: RecordingFile;
  tool: string;
  arguments: Record<string, unknown>;
  answer: RecordedAnswer;
}

/** Collects the use of tool recordings by all trials of a campaign. */
export interface ToolBook {
  /** `trial` orders the trials, so that the same one of two different answers is kept each time. */
  note(trial: string, calls: readonly NotedCall[]): void;
  /** Notes that a recorded call was used. */
  replayed(file: RecordingFile, key: string): void;
  /** Notes that a trial was executed which could have called the tools. */
  offered(tools: readonly PlannedTool[]): void;
  /** Notes that a call matched none of a tool's fixed answers. */
  unanswered(tool: string, argumentsJson: string): void;
  recorded(): RecordedFile[];
  /** Unanswered calls by tool: how often, and the first of each kind. */
  withoutAnswer(): Map<string, Map<string, number>>;
  /** Replayed calls, by file. */
  uses(): Map<string, { file: RecordingFile; trials: number; keys: Set<string> }>;
}

/** The recordings of a campaign for one file. */
export interface RecordedFile {
  file: RecordingFile;
  definitions: ToolDefinition["function"][];
  calls: RecordedCall[];
  /** Calls for which trials had different answers. */
  differing: RecordedCall[];
}

export function openToolBook(): ToolBook {
  const trials: { trial: string; calls: readonly NotedCall[] }[] = [];
  const servers = new Map<LoadedTool, PlannedTool[]>();
  const seen = new Set<readonly PlannedTool[]>();
  const uses: ReturnType<ToolBook["uses"]> = new Map();
  const withoutAnswer: ReturnType<ToolBook["withoutAnswer"]> = new Map();
  return {
    note: (trial, calls) => void (calls.length > 0 && trials.push({ trial, calls })),
    replayed: (file, key) => void uses.get(file.path)?.keys.add(key),
    offered(tools) {
      const files = new Map(
        tools.flatMap(({ mode, source: { recordings } }) =>
          mode === "replayed" && recordings ? [[recordings.path, recordings]] : [],
        ),
      );
      for (const [path, file] of files) {
        const use = uses.get(path) ?? { file, trials: 0, keys: new Set<string>() };
        use.trials += 1;
        uses.set(path, use);
      }
      if (seen.has(tools)) return;
      seen.add(tools);
      for (const tool of tools)
        if (tool.mode === "recorded") servers.set(tool.source, [...(servers.get(tool.source) ?? []), tool]);
    },
    unanswered(tool, argumentsJson) {
      const calls = withoutAnswer.get(tool) ?? new Map<string, number>();
      withoutAnswer.set(tool, calls.set(argumentsJson, (calls.get(argumentsJson) ?? 0) + 1));
    },
    withoutAnswer: () => withoutAnswer,
    uses: () => uses,
    recorded() {
      const files = new Map<string, RecordedFile>();
      for (const [source, tools] of servers) {
        const file = source.recordings!;
        const known = files.get(file.path) ?? { file, definitions: [], calls: [], differing: [] };
        if (source.behaviour.kind === "mcp") known.definitions.push(...distinctDefinitions(tools));
        files.set(file.path, known);
      }
      const inOrder = [...trials].sort((a, b) => (a.trial < b.trial ? -1 : a.trial > b.trial ? 1 : 0));
      for (const { calls } of inOrder) for (const [path, made] of callsByFile(calls)) addCalls(files.get(path)!, made);
      return [...files.values()];
    },
  };
}

function distinctDefinitions(tools: PlannedTool[]): ToolDefinition["function"][] {
  const byName = new Map(
    tools.map(({ answersTo, definition }) => [answersTo, { ...definition.function, name: answersTo }]),
  );
  return [...byName.values()];
}

/** The calls of one trial, by file; a repeated call has several answers, in order. */
function callsByFile(noted: readonly NotedCall[]): Map<string, Map<string, RecordedCall>> {
  const files = new Map<string, Map<string, RecordedCall>>();
  for (const { file, tool, arguments: given, answer } of noted) {
    const calls = files.get(file.path) ?? new Map<string, RecordedCall>();
    files.set(file.path, calls);
    const key = callKey({ tool, arguments: given });
    const known = calls.get(key);
    if (known) known.answers.push(answer);
    else calls.set(key, { tool, arguments: given, answers: [answer] });
  }
  return files;
}

function addCalls(file: RecordedFile, made: Map<string, RecordedCall>): void {
  const known = new Map(file.calls.map((call) => [callKey(call), call]));
  for (const [key, call] of made) {
    const before = known.get(key);
    if (before === undefined) file.calls.push(call);
    else if (differ(before, call)) file.differing.push(before);
    // The trial that called more often knows more answers.
    if (before && call.answers.length > before.answers.length)
      before.answers.push(...call.answers.slice(before.answers.length));
  }
}

function differ(a: RecordedCall, b: RecordedCall): boolean {
  const shared = Math.min(a.answers.length, b.answers.length);
  return JSON.stringify(a.answers.slice(0, shared)) !== JSON.stringify(b.answers.slice(0, shared));
}
