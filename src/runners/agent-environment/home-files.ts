import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { type FillIns, fillIn } from "./fill-in.ts";

/** Writes the files of an agent's home. The home is new, so nothing is overwritten. */
export async function writeHome(home: string, files: Readonly<Record<string, string>>, values: FillIns): Promise<void> {
  await mkdir(home, { recursive: true });
  for (const [path, text] of Object.entries(files)) {
    const target = join(home, path);
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, fillIn(text, values), { mode: 0o644 });
  }
}
