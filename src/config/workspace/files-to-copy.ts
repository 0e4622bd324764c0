import { walkTree } from "../../files/index.ts";

/** What a shipped folder gives its copy, sorted: neither hidden files nor what a run left there. */
export function filesToCopy(folder: string, notCopied: readonly string[] = []): string[] {
  const leaveOut = (name: string) => name.startsWith(".") || name === "outputs" || notCopied.includes(name);
  return [...walkTree(folder, { leaveOut })].flatMap(({ kind, path }) => (kind === "file" ? [path] : []));
}
