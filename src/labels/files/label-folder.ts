import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";

/** Where the labels of a workspace are, beside configs/ and outputs/: they are kept in git, and outputs/ need not be. */
export function labelFolder(root: string): string {
  return join(root, "labels");
}

/** Everything that one annotator said. */
export function labelFile(root: string, annotator: string): string {
  return join(labelFolder(root), `${annotator}.jsonl`);
}

/** The names of all files with labels, in order. */
export function labelFileNames(root: string): string[] {
  const folder = labelFolder(root);
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith(".jsonl"))
    .sort();
}

/** Changes whenever somebody labels; empty where nobody has. */
export function labelVersion(root: string): string {
  return labelFileNames(root)
    .map((name) => `-${statSync(join(labelFolder(root), name), { throwIfNoEntry: false })?.size ?? 0}`)
    .join("");
}

export function planFolder(root: string): string {
  return join(labelFolder(root), "plans");
}

export function planFile(root: string, plan: string): string {
  return join(planFolder(root), `${plan}.json`);
}

/** As messages name it, the same on all systems. */
export const SHOWN_LABEL_FOLDER = "labels";
