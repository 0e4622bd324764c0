import { dirname, resolve } from "node:path";
import { annotatorName, findWorkspaceRoot } from "../../config/index.ts";
import { NothingStoredError, OptionError } from "../../errors/index.ts";
import { namedOption } from "../../judging/index.ts";
import {
  copyLabelsToStore,
  isWanted,
  type OpenedPackets,
  packetFilter,
  type ReadLabels,
  readLabels,
  separateUsableLabels,
} from "../../labels/index.ts";
import { packetsOfLabel } from "../../records/index.ts";
import { outputsFolder, type Store } from "../../store/index.ts";
import { type Controls, completeSurroundings } from "../controls.ts";
import type { PacketOptions } from "./label-options.ts";
import { ownPackets, type SourceOfPackets } from "./packet-source.ts";

/** A workspace's labels with their packets. */
export interface OpenedLabels {
  /** Folder of labels/, beside outputs/. */
  root: string;
  labels: ReadLabels;
  opened: OpenedPackets;
  store: Store;
  /** Copies the label files into the log. A failure is only reported, since the files are authoritative. */
  keep(): Promise<void>;
  close(): Promise<void>;
}

/** Opens a workspace's labels and judged packets. Warns of unusable lines. */
export async function openLabels(
  options: PacketOptions,
  { onEvent }: Controls,
  source: SourceOfPackets = ownPackets,
): Promise<OpenedLabels> {
  const { cwd } = completeSurroundings(options);
  const outputs = options.store === undefined ? null : resolve(cwd, options.store);
  const root = outputs === null ? ((await findWorkspaceRoot(cwd)) ?? cwd) : dirname(outputs);
  const { store, opened, close } = await source.open(outputs ?? outputsFolder(root), packetFilter(options));
  try {
    const labels = await readLabels(root);
    for (const message of [...labels.problems, ...opened.problems]) onEvent?.({ type: "warning", message });
    const keep = async () => {
      try {
        if (copyLabelsToStore(store, root) > 0) await store.flush();
      } catch (error) {
        onEvent?.({ type: "warning", message: `labels are not kept in the store: ${(error as Error).message}` });
      }
    };
    return { root, labels, opened, store, keep, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/**
 * Opens labels of the chosen packets, and outdated ones. Reads everything judged to tell which are outdated: a label of another campaign is
 * not.
 */
export async function openChosenLabels(options: PacketOptions, controls: Controls): Promise<OpenedLabels> {
  const { cwd, env, store } = options;
  const filter = packetFilter(options);
  const all = await openLabels({ cwd, env, store }, controls);
  const packets = all.opened.packets.filter(({ campaign }) => isWanted(campaign, filter));
  const chosen = new Set(packets.map(({ packet_sha256 }) => packet_sha256));
  const stale = new Set(separateUsableLabels(all.labels.labels, all.opened.packets).stale);
  const labels = all.labels.labels.filter(
    (label) => stale.has(label) || packetsOfLabel(label).some((packet) => chosen.has(packet)),
  );
  return { ...all, labels: { ...all.labels, labels }, opened: { ...all.opened, packets } };
}

/** Same, but throws if there are no packets. */
export async function openLabelsWithPackets(
  options: PacketOptions,
  controls: Controls,
  source?: SourceOfPackets,
): Promise<OpenedLabels> {
  const labels = await openLabels(options, controls, source);
  if (labels.opened.packets.length > 0) return labels;
  await labels.close();
  const named = options.suite ?? namedOption(options);
  throw new NothingStoredError(
    named === undefined
      ? "nothing has been judged yet; `assay run-eval` judges a campaign, and then there is something to label"
      : `nothing that was judged is called "${named}" with these options; \`assay store list\` lists what was`,
    { campaign: named ?? null },
  );
}

export function usableAnnotator(name: string): string {
  if (annotatorName.safeParse(name).success) return name;
  throw new OptionError(
    `"${name}" can't be an annotator's name; it takes letters, digits, _, -, ., @ and +, at most 64`,
    "annotator",
  );
}
