import { randomUUID } from "node:crypto";
import type { PlanOptions } from "../../campaign/index.ts";
import type { RunProfile } from "../../config/index.ts";
import type { Shape } from "../../records/index.ts";
import type { DiscoveredTools, ImageChoice } from "../../runners/index.ts";
import { type ImageQuery, packTool, type ToolQuery } from "../payloads/query-payloads.ts";
import { IMAGE_FOUND, TOOLS_FOUND } from "../payloads/result-shapes.ts";
import type { JobBoard } from "./job-board.ts";
import type { PayloadUploader } from "./payload-uploader.ts";
import { receiveResult } from "./receive-results.ts";

export interface MachineQueryOptions {
  board: JobBoard;
  uploader: PayloadUploader;
  /** Workspace folder. */
  root: string;
  runProfile: RunProfile;
  signal?: AbortSignal;
}

/** Resolves images and tools on workers for a plan. */
export function openMachineQueries(
  options: MachineQueryOptions,
): Required<Pick<PlanOptions, "findImage" | "discoverTools">> {
  const { board, uploader, root, runProfile, signal } = options;

  /** Uses a new id per query, since a machine's images and tools change. */
  async function query<Found>(
    kind: "image" | "tools",
    what: string,
    packed: object,
    shape: Shape,
  ): Promise<Found | { problem: string }> {
    const payload = () => uploader.send(packed, async () => packed);
    const secret = await uploader.problemOf(payload);
    if (secret !== null) return { problem: secret };
    const receive = async (text: string) => receiveResult<Found>(text, shape);
    const end = await board.do({ id: `${kind}-${randomUUID()}`, kind, what, own: {}, payload, receive }, signal);
    if (end.status === "done") return end.result;
    return { problem: "why" in end ? end.why : "interrupted" };
  }

  return {
    async findImage(setting, pull) {
      const packed: ImageQuery = { setting, pull };
      const found = await query<ImageChoice>(
        "image",
        `a look for ${setting.program ?? setting.image}`,
        packed,
        IMAGE_FOUND,
      );
      return "ok" in found ? found : { ok: false, problem: found.problem };
    },
    async discoverTools(tool) {
      const packed: ToolQuery = await packTool(tool, runProfile, { root, put: uploader.putFile });
      const found = await query<DiscoveredTools>("tools", `the tools of ${tool.label}`, packed, TOOLS_FOUND);
      return "ok" in found ? found : { ok: false, problem: found.problem };
    },
  };
}
