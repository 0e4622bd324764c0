import { appendLabels, findLabelsInStoreOnly } from "../../labels/index.ts";
import type { Controls } from "../controls.ts";
import type { PacketOptions } from "./label-options.ts";
import { openLabels, usableAnnotator } from "./open-labels.ts";

/** Labels written back to files. */
export interface RestoredLabels {
  /** Lines by annotator. */
  restored: Record<string, number>;
}

/**
 * Writes labels from the store to label files that lack them: those of a merged workspace, or removed by mistake. Never happens
 * automatically.
 *
 * @example
 * console.log((await restoreLabels({ annotator: "ann" })).restored);
 */
export async function restoreLabels(
  options: Pick<PacketOptions, "cwd" | "env" | "store"> & { annotator?: string } = {},
  controls: Controls = {},
): Promise<RestoredLabels> {
  const annotator = options.annotator === undefined ? null : usableAnnotator(options.annotator);
  const { root, store, close } = await openLabels(options, controls);
  try {
    const lines = findLabelsInStoreOnly(store, root).filter(
      (line) => annotator === null || line.annotator === annotator,
    );
    await appendLabels(root, lines);
    const restored: Record<string, number> = {};
    for (const line of lines) restored[line.annotator] = (restored[line.annotator] ?? 0) + 1;
    return { restored };
  } finally {
    await close();
  }
}
