import type { LoadedTool, ReadableFile } from "../../config/index.ts";
import { formatRecordings, type ToolRecordings } from "../../records/index.ts";
import { canonicalHash } from "../../text/index.ts";
import type { ToolMode } from "../request/planned-tool.ts";
import { hashOfFile } from "./file-hash.ts";

/**
 * SHA-256 of everything besides its definition that determines a tool's answers. A replayed tool answers from its recordings,
 * whatever it would do itself. Excludes environment values, which are keys.
 */
export function behaviourHash(tool: LoadedTool, answersTo: string, mode: ToolMode): string {
  const { behaviour, recordings } = tool;
  if (mode === "replayed" && recordings?.content)
    return canonicalHash({ replayed: formatRecordings(callsOf(recordings.content, answersTo)) });
  switch (behaviour.kind) {
    case "answers":
      return canonicalHash({ answers: behaviour.answers, default: behaviour.default });
    case "script":
      return canonicalHash({ script: fileHash(behaviour.script), files: behaviour.files.map(fileHash) });
    case "mcp":
      return canonicalHash({ server: serverKey(tool), tool: answersTo });
  }
}

/** SHA-256 that identifies a server: its program with all its files, or its address. */
export function serverKey({ behaviour }: LoadedTool): string {
  if (behaviour.kind !== "mcp") throw new Error("only a server has tools of its own");
  const { command, env, url, headers } = behaviour.server;
  const address = url === undefined ? undefined : addressOf(url);
  return canonicalHash({
    command,
    env,
    url: address,
    headers:
      headers &&
      Object.keys(headers)
        .map((name) => name.toLowerCase())
        .sort(),
    files: behaviour.files.map(fileHash),
  });
}

export function isServer({ behaviour }: LoadedTool): boolean {
  return behaviour.kind === "mcp";
}

/** The calls of one tool, without those of others in the same file. */
function callsOf({ calls }: ToolRecordings, tool: string): ToolRecordings {
  return { definitions: [], calls: calls.filter((call) => call.tool === tool) };
}

/** The address without parts that may be a key. */
function addressOf(url: string): string {
  const { origin, pathname } = new URL(url);
  return `${origin}${pathname}`;
}

function fileHash(file: ReadableFile): { name: string; sha256: string } {
  return { name: file.written, sha256: hashOfFile(file) };
}
