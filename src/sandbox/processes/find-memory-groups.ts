import { mkdirSync, rmdirSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { ownedName, readSystemFile } from "../../files/index.ts";

export type GroupVersion = 1 | 2;

/** A location where we may create control groups that limit memory. */
export interface MemoryGroups {
  folder: string;
  version: GroupVersion;
}

let known: MemoryGroups | null | undefined;

/** Finds a folder of the kernel's control groups in which we may create our own; null if there is none. Cached. */
export function findMemoryGroups(): MemoryGroups | null {
  if (known === undefined) known = process.platform === "linux" ? search("/proc/self") : null;
  return known;
}

export function groupsCanLimitMemory(): boolean {
  return findMemoryGroups() !== null;
}

function search(self: string): MemoryGroups | null {
  const candidates = groupsOf(readSystemFile(`${self}/cgroup`), readSystemFile(`${self}/mountinfo`));
  return candidates.find(({ folder, version }) => limitsMemory(folder, version) && mayMake(folder)) ?? null;
}

/**
 * Candidate folders, best first. In version 2 a group can limit its children only if it enables that, and then has no processes
 * of its own, so our group comes first and its ancestors after. In version 1 ours always works.
 */
export function groupsOf(cgroup: string, mountinfo: string): MemoryGroups[] {
  const mounts = mountinfo.split("\n").flatMap(readMount);
  const paths = cgroup.split("\n").map((line) => /^\d+:([^:]*):(.*)$/.exec(line));
  return [2, 1].flatMap((version) => {
    const isVersion = (controllers: string) =>
      version === 2 ? controllers === "" : controllers.split(",").includes("memory");
    const path = paths.find((found) => found && isVersion(found[1]!))?.[2];
    const mount = mounts.find(({ type, options }) =>
      version === 2 ? type === "cgroup2" : type === "cgroup" && options.split(",").includes("memory"),
    );
    if (path === undefined || mount === undefined) return [];
    const below = relative(mount.root, path);
    const own = below.startsWith("..") ? mount.point : join(mount.point, below);
    const folders = version === 2 ? upTo(mount.point, own) : [own];
    return folders.map((folder) => ({ folder, version: version as GroupVersion }));
  });
}

/** Parses /proc/self/mountinfo: number, parent, device, root, point, options, then after a dash the type, source and its options. */
function readMount(line: string): { root: string; point: string; type: string; options: string }[] {
  const [before = "", after = ""] = line.split(" - ");
  const [, , , root, point] = before.split(" ");
  const [type, , options] = after.split(" ");
  if (root === undefined || point === undefined || type === undefined) return [];
  return [{ root: unescaped(root), point: unescaped(point), type, options: options ?? "" }];
}

function unescaped(path: string): string {
  return path.replace(/\\(\d{3})/g, (_, octal: string) => String.fromCharCode(Number.parseInt(octal, 8)));
}

function upTo(top: string, folder: string): string[] {
  return folder === top || !folder.startsWith(top) ? [folder] : [folder, ...upTo(top, dirname(folder))];
}

function limitsMemory(folder: string, version: GroupVersion): boolean {
  return version === 1 || readSystemFile(join(folder, "cgroup.subtree_control")).split(/\s+/).includes("memory");
}

function mayMake(folder: string): boolean {
  const trial = join(folder, ownedName("trial"));
  try {
    mkdirSync(trial);
    rmdirSync(trial);
    return true;
  } catch {
    return false;
  }
}
