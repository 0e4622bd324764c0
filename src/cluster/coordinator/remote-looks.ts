import { randomUUID } from "node:crypto";
import type { PlanOptions } from "../../campaign/index.ts";
import type { RunProfile } from "../../config/index.ts";
import type { Shape } from "../../records/index.ts";
import type { DiscoveredTools, ImageChoice } from "../../runners/index.ts";
import { type ImageParcel, packTool, type ToolParcel } from "../parcels/look-parcels.ts";
import { IMAGE_FOUND, TOOLS_FOUND } from "../parcels/result-shapes.ts";
import type { JobBoard } from "./job-board.ts";
import type { Luggage } from "./luggage.ts";
import { receiveResult } from "./receive-results.ts";

export interface RemoteLooksOptions {
  board: JobBoard;
  luggage: Luggage;
  /** Workspace folder. */
  root: string;
  runProfile: RunProfile;
  signal?: AbortSignal;
}

/** Resolves images and tools on workers for a plan. */
export function remoteLooks(options: RemoteLooksOptions): Required<Pick<PlanOptions, "findImage" | "discoverTools">> {
  const { board, luggage, root, runProfile, signal } = options;

  /** Uses a new id per query, since a machine's images and tools change. */
  async function look<Found>(
    kind: "image" | "tools",
    what: string,
    parcel: object,
    shape: Shape,
  ): Promise<Found | { problem: string }> {
    const payload = () => luggage.send(parcel, async () => parcel);
    const secret = await luggage.problemOf(payload);
    if (secret !== null) return { problem: secret };
    const receive = async (text: string) => receiveResult<Found>(text, shape);
    const end = await board.do({ id: `${kind}-${randomUUID()}`, kind, what, own: {}, payload, receive }, signal);
    if (end.status === "done") return end.result;
    return { problem: "why" in end ? end.why : "interrupted" };
  }

  return {
    async findImage(setting, pull) {
      const parcel: ImageParcel = { setting, pull };
      const found = await look<ImageChoice>(
        "image",
        `a look for ${setting.program ?? setting.image}`,
        parcel,
        IMAGE_FOUND,
      );
      return "ok" in found ? found : { ok: false, problem: found.problem };
    },
    async discoverTools(tool) {
      const parcel: ToolParcel = await packTool(tool, runProfile, { root, put: luggage.putFile });
      const found = await look<DiscoveredTools>("tools", `the tools of ${tool.label}`, parcel, TOOLS_FOUND);
      return "ok" in found ? found : { ok: false, problem: found.problem };
    },
  };
}
