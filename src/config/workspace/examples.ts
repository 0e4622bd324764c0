import { readdirSync, readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type WrittenFiles, writeNewFiles } from "../../files/index.ts";
import { packageRoot } from "../../text/index.ts";
import { filesToCopy } from "./files-to-copy.ts";
import { findShipped } from "./find-shipped.ts";

/** Complete study in the package, with a README that explains it. */
export interface ShippedExample {
  name: string;
  /** First heading of its README. */
  title: string;
  folder: string;
}

export function shippedExamples(): ShippedExample[] {
  const folder = join(packageRoot(), "examples");
  return readdirSync(folder)
    .sort()
    .map((name) => ({ name, title: titleOf(join(folder, name, "README.md")), folder: join(folder, name) }));
}

/** Copies an example into a new folder. Overwrites nothing. */
export async function copyShippedExample(directory: string, name: string): Promise<WrittenFiles> {
  const example = findShipped("example", name, shippedExamples());
  if (!example.ok) return example;
  const { folder } = example.value;
  const contents = new Map<string, Buffer>();
  for (const path of filesToCopy(folder)) contents.set(path, await readFile(join(folder, path)));
  return writeNewFiles(directory, contents);
}

function titleOf(page: string): string {
  return /^# (.+)$/m.exec(readFileSync(page, "utf8"))![1]!;
}
