import type { batch } from "../../../judging/index.ts";
import { UsageError } from "../../exit-codes.ts";

/** The words of a command that name the experiment's output. */
export interface OutputWords {
  items: string;
  singletons?: string;
  clusters?: string;
  format?: "jsonl" | "json";
}

/** The files to read; `-` is stdin, which holds JSON Lines unless it is said otherwise. */
export function outputFiles({ items, singletons, clusters, format }: OutputWords): batch.OutputFile[] {
  const named = [
    { path: items, holds: "item" as const },
    { path: singletons, holds: "singleton" as const },
    { path: clusters, holds: "cluster" as const },
  ];
  const files = named.flatMap(({ path, holds }) => (path === undefined ? [] : [{ path, holds }]));
  if (files.filter(({ path }) => path === "-").length > 1)
    throw new UsageError("stdin (-) can be only one of the files");
  return files.map(({ path, holds }) =>
    path === "-" ? { path: "stdin", holds, format: format ?? "jsonl", bytes: process.stdin } : { path, holds, format },
  );
}
