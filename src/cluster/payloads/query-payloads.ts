import type { LoadedTool, RunProfile } from "../../config/index.ts";
import type { ImageSetting } from "../../runners/index.ts";
import type { PackedEntry } from "../../store/index.ts";
import { moveTool, portablePaths } from "./portable-paths.ts";
import { filesOfTool, openPacker, type PayloadOptions } from "./trial-payload.ts";

/** Query for an image or a program on a worker. */
export interface ImageQuery {
  setting: ImageSetting;
  /** Allows downloading a missing image. */
  pull: boolean;
}

/** Query for the tools of an MCP server. */
export interface ToolQuery {
  tool: LoadedTool;
  files: PackedEntry[];
  sandbox: RunProfile["sandbox"];
  network: boolean;
  disk_bytes: number;
}

export async function packTool(
  tool: LoadedTool,
  { sandbox, network_access, sandbox_disk_mb }: RunProfile,
  { root, put }: PayloadOptions,
): Promise<ToolQuery> {
  const move = portablePaths(root);
  const pack = openPacker(move, put);
  for (const path of filesOfTool(tool)) await pack.fileOrFolder(path);
  return {
    tool: moveTool(tool, move),
    files: pack.entries,
    sandbox,
    network: network_access === "allow",
    disk_bytes: sandbox_disk_mb * 1024 ** 2,
  };
}
