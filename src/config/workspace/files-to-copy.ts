import { walkTree } from "../../files/index.ts";

/** Lists files to copy, sorted, without hidden files and results. */
export function filesToCopy(folder: string, notCopied: readonly string[] = []): string[] {
  const leaveOut = (name: string) => name.startsWith(".") || name === "outputs" || notCopied.includes(name);
  return [...walkTree(folder, { leaveOut })].flatMap(({ kind, path }) => (kind === "file" ? [path] : []));
}
