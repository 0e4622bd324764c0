import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { labelFolder, planFolder, SHOWN_LABEL_FOLDER } from "./label-folder.ts";

const SHA256 = /\b[0-9a-f]{64}\b/g;

/** Yields the lines and plans that mention the given packets. Labels of other campaigns are excluded. */
export function* labelsOfPackets(
  root: string,
  packets: ReadonlySet<string>,
): Generator<{ path: string; content: string }> {
  const names = (text: string) => [...text.matchAll(SHA256)].some(([hash]) => packets.has(hash));
  for (const name of filesIn(labelFolder(root), ".jsonl")) {
    const lines = readFileSync(join(labelFolder(root), name), "utf8")
      .split("\n")
      .filter(names);
    if (lines.length > 0) yield { path: `${SHOWN_LABEL_FOLDER}/${name}`, content: `${lines.join("\n")}\n` };
  }
  for (const name of filesIn(planFolder(root), ".json")) {
    const content = readFileSync(join(planFolder(root), name), "utf8");
    if (names(content)) yield { path: `${SHOWN_LABEL_FOLDER}/plans/${name}`, content };
  }
}

function filesIn(folder: string, ending: string): string[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name.endsWith(ending))
      .map(({ name }) => name)
      .sort();
  } catch {
    return [];
  }
}
