import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";

/** Returns the folder of labels, beside configs/ and outputs/: labels are kept in git, and outputs/ often is not. */
export function labelFolder(root: string): string {
  return join(root, "labels");
}

/** Returns an annotator's file. */
export function labelFile(root: string, annotator: string): string {
  return join(labelFolder(root), `${annotator}.jsonl`);
}

/** Lists all label files in order. */
export function labelFileNames(root: string): string[] {
  const folder = labelFolder(root);
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith(".jsonl"))
    .sort();
}

/** Changes with every label; empty without any. */
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

/** Name in messages, the same on all systems. */
export const SHOWN_LABEL_FOLDER = "labels";
