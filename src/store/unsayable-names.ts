import { type Dirent, lstatSync, readdirSync, rmSync } from "node:fs";
import { sep } from "node:path";

/** Node shows bytes that are not UTF-8 as U+FFFD; such a name cannot be opened under what it is shown as. A name that really has one can. */
export function isUnsayable({ name }: Dirent): boolean {
  return name.includes("\u{fffd}");
}

/** Removes what cannot be named; what it was shown as, and how many files went with it. */
export function removeUnsayable(folder: string): { shown: string; files: number }[] {
  const names = readdirSync(folder, { encoding: "buffer" }).filter(
    (name) => !Buffer.from(name.toString()).equals(name),
  );
  return names.map((name) => {
    const path = Buffer.concat([Buffer.from(folder + sep), name]);
    const files = countFilesBelow(path);
    rmSync(path as unknown as string, { recursive: true, force: true });
    return { shown: name.toString(), files };
  });
}

/** How many files go with a path: one, or all in a folder. An empty folder counts as one; what lies too deep to be named is not counted. */
export function countFilesBelow(path: string | Buffer): number {
  let files = 0;
  const waiting: (string | Buffer)[] = [path];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const entries = entriesInFolder(next);
    if (entries === null) files += 1;
    else for (const entry of entries) waiting.push(Buffer.concat([Buffer.from(next), Buffer.from(sep), entry]));
  }
  return Math.max(1, files);
}

/** Null for what is no folder. */
function entriesInFolder(path: string | Buffer): Buffer[] | null {
  try {
    return lstatSync(path).isDirectory() ? readdirSync(path, { encoding: "buffer" }) : null;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ENAMETOOLONG" ? [] : null;
  }
}
