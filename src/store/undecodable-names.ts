import { type Dirent, lstatSync, readdirSync, rmSync } from "node:fs";
import { sep } from "node:path";

/** Detects names with U+FFFD, which Node shows for invalid UTF-8; such a name cannot be opened as shown. A genuine U+FFFD can. */
export function isUndecodable({ name }: Dirent): boolean {
  return name.includes("\u{fffd}");
}

/** Removes files with undecodable names; returns the shown names and file counts. */
export function removeUndecodable(folder: string): { shown: string; files: number }[] {
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

/** Counts files below a path, with one for an empty folder. Paths too deep to open are not counted. */
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

/** Null for anything but a folder. */
function entriesInFolder(path: string | Buffer): Buffer[] | null {
  try {
    return lstatSync(path).isDirectory() ? readdirSync(path, { encoding: "buffer" }) : null;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ENAMETOOLONG" ? [] : null;
  }
}
