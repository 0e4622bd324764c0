import type { LoadedTool } from "../../config/index.ts";
import { callKey, type RecordedAnswer } from "../../records/index.ts";
import { type Redactor, redactJson } from "../../text/index.ts";
import type { PlannedTool } from "../request/planned-tool.ts";
import type { ExecutedTool, ToolRequest, ToolSurroundings } from "../tools/execute-tool.ts";
import { failure } from "../tools/tool.ts";
import { openAnswers } from "./match-answer.ts";
import { type Connected, connectMcp } from "./mcp/connect.ts";
import { openArguments } from "./own-arguments.ts";
import { runScript } from "./programs/run-script.ts";
import type { NotedCall, ToolBook } from "./recordings/tool-book.ts";

/** The workspace's own tools during one trial. A server that it starts belongs to this trial alone. */
export interface ToolSession {
  /** Null for a call of any other tool. */
  execute(request: ToolRequest): Promise<ExecutedTool> | null;
  /** Ends started servers, and stores the recordings. */
  close(): Promise<void>;
}

export interface SessionOptions {
  tools: readonly PlannedTool[];
  surroundings: ToolSurroundings;
  /** Names the trial, and orders it among the others. */
  trial: string;
  book: ToolBook;
  /** Recordings are redacted, so calls are redacted before being looked up. */
  redact: Redactor;
}

export function openToolSession({ tools, surroundings, trial, book, redact }: SessionOptions): ToolSession {
  const byName = new Map(tools.map((tool) => [tool.definition.function.name, tool]));
  const servers = new Map<LoadedTool, Promise<Connected>>();
  const timesReplayed = new Map<string, number>();
  const noted: NotedCall[] = [];
  book.offered(tools);

  async function execute(tool: PlannedTool, { name, argumentsJson }: ToolRequest): Promise<ExecutedTool> {
    const given = preparedOf(tool).readArguments(argumentsJson);
    if (!given.ok) return failure(`${name} was not executed: ${given.problem}.`);
    if (tool.mode === "replayed") return replay(tool, given.values);
    const executed = await answer(tool, given.values);
    const { recordings } = tool.source;
    if (tool.mode === "recorded" && recordings && !executed.unavailable) {
      const { status, content } = executed;
      noted.push({ file: recordings, tool: tool.answersTo, arguments: given.values, answer: { status, content } });
    }
    return executed;
  }

  async function answer(tool: PlannedTool, values: Record<string, unknown>): Promise<ExecutedTool> {
    const { name } = tool.definition.function;
    const { behaviour } = tool.source;
    switch (behaviour.kind) {
      case "answers": {
        const found = preparedOf(tool).findAnswer?.(values);
        if (!found) book.unanswered(name, JSON.stringify(values));
        return found ?? { ...failure(`${name} failed: it has no answer to these arguments.`), unanswered: true };
      }
      case "script":
        return await runScript(behaviour, values, { ...surroundings, name });
      case "mcp": {
        const connecting = servers.get(tool.source) ?? connectMcp(tool.source, surroundings);
        servers.set(tool.source, connecting);
        const connected = await connecting;
        if (connected.ok) return await connected.connection.call(tool.answersTo, values);
        return {
          ...failure(`${name} is not available: its MCP server could not be asked: ${connected.problem}`),
          unavailable: true,
        };
      }
    }
  }

  function replay({ answersTo, source, definition }: PlannedTool, values: Record<string, unknown>): ExecutedTool {
    const file = source.recordings!;
    const key = callKey(redactJson({ tool: answersTo, arguments: values }, redact));
    const answers = recordedAnswers(source).get(key);
    if (answers === undefined) {
      const { name } = definition.function;
      const message = `${name} ${JSON.stringify(values).slice(0, 500)} is not in ${file.shown}; \`assay run --record-tools\` records what is asked now`;
      return { ...failure(message), unavailable: true };
    }
    book.replayed(file, key);
    const times = timesReplayed.get(key) ?? 0;
    timesReplayed.set(key, times + 1);
    return { ...answers[Math.min(times, answers.length - 1)]! };
  }

  return {
    execute(request) {
      const tool = byName.get(request.name);
      return tool === undefined ? null : execute(tool, request);
    },
    async close() {
      for (const connecting of servers.values()) {
        const connected = await connecting;
        if (connected.ok) await connected.connection.close();
      }
      book.note(trial, noted);
    },
  };
}

interface PreparedTool {
  readArguments: ReturnType<typeof openArguments>;
  findAnswer: ReturnType<typeof openAnswers> | null;
}

/** Compiles schemas and patterns once for all trials that offer the tool. */
const prepared = new WeakMap<PlannedTool, PreparedTool>();

function preparedOf(tool: PlannedTool): PreparedTool {
  const { behaviour } = tool.source;
  const known = prepared.get(tool) ?? {
    readArguments: openArguments(tool),
    findAnswer: behaviour.kind === "answers" ? openAnswers(behaviour) : null,
  };
  prepared.set(tool, known);
  return known;
}

const recorded = new WeakMap<LoadedTool, Map<string, RecordedAnswer[]>>();

function recordedAnswers(tool: LoadedTool): Map<string, RecordedAnswer[]> {
  const calls = tool.recordings?.content?.calls ?? [];
  const known = recorded.get(tool) ?? new Map(calls.map((call) => [callKey(call), call.answers]));
  recorded.set(tool, known);
  return known;
}
