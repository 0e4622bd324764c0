import { createHash } from "node:crypto";
import { basename, join, relative } from "node:path";
import type { GivenFiles, LoadedAgent, LoadedCase, LoadedTool, MediaFile, OfferedTool } from "../../config/index.ts";
import type { Trial } from "../../runners/index.ts";

/** Maps a file's path to its path on another machine. */
export type MovePath = (path: string) => string;

/** Maps absolute paths to portable ones: relative inside the workspace, by name elsewhere. */
export function portablePaths(root: string): MovePath {
  return (path) => {
    const inside = relative(root, path);
    if (inside !== ".." && !inside.startsWith("../")) return join("workspace", inside);
    const elsewhere = createHash("sha256").update(path).digest("hex").slice(0, 16);
    return join("elsewhere", elsewhere, basename(path));
  };
}

/** Maps portable paths to absolute ones below a folder. */
export function pathsBelow(folder: string): MovePath {
  return (path) => join(folder, path);
}

export type QuestionOfTrial = Omit<Trial, "run_id" | "repetition">;

/** Changes only the paths of a trial, and nothing that is sent to the subject. */
export function moveTrial(trial: QuestionOfTrial, move: MovePath): QuestionOfTrial {
  const { media, ownTools, ...request } = trial.request;
  return {
    ...trial,
    loadedCase: moveCase(trial.loadedCase, move),
    request: {
      ...request,
      ...(media ? { media: media.map((file) => moveMedia(file, move)) } : {}),
      ...(ownTools ? { ownTools: ownTools.map((tool) => ({ ...tool, source: moveTool(tool.source, move) })) } : {}),
    },
    ...(trial.agent ? { agent: moveAgent(trial.agent, move) } : {}),
  };
}

export function moveCase(loadedCase: LoadedCase, move: MovePath): LoadedCase {
  const { path, attachments, media, workspace, tools, ...rest } = loadedCase;
  return {
    ...rest,
    path: move(path),
    attachments: attachments.map((attachment) => ({
      ...attachment,
      path: move(attachment.path),
      ...(attachment.media ? { media: moveMedia(attachment.media, move) } : {}),
    })),
    tools: tools.map((tool) => moveOffered(tool, move)),
    ...(media ? { media: media.map((file) => moveMedia(file, move)) } : {}),
    ...(workspace ? { workspace: moveGiven(workspace, move) } : {}),
  };
}

function moveGiven({ entries }: GivenFiles, move: MovePath): GivenFiles {
  return { entries: entries.map((entry) => (entry.kind === "file" ? { ...entry, from: move(entry.from) } : entry)) };
}

function moveMedia(file: MediaFile, move: MovePath): MediaFile {
  return { ...file, path: move(file.path) };
}

function moveOffered(tool: OfferedTool, move: MovePath): OfferedTool {
  return typeof tool === "string" ? tool : moveTool(tool, move);
}

export function moveTool(tool: LoadedTool, move: MovePath): LoadedTool {
  const { behaviour, recordings } = tool;
  const moved = <File extends { path: string }>(file: File): File => ({ ...file, path: move(file.path) });
  return {
    ...tool,
    recordings: recordings && moved(recordings),
    behaviour:
      behaviour.kind === "answers"
        ? behaviour
        : behaviour.kind === "script"
          ? { ...behaviour, script: moved(behaviour.script), files: behaviour.files.map(moved) }
          : { ...behaviour, files: behaviour.files.map(moved) },
  };
}

function moveAgent(agent: LoadedAgent, move: MovePath): LoadedAgent {
  return { ...agent, directory: move(agent.directory), workspace: move(agent.workspace) };
}
