import { realpath } from "node:fs/promises";
import { basename } from "node:path";
import type { ReadableFile } from "../../../config/index.ts";
import { hasOwnView, type Sandbox, type SandboxCommand } from "../../../sandbox/index.ts";

const INSIDE_TOOL = "/tool";

/** Files as a tool's program sees them. */
export interface PlacedFiles {
  readOnly: NonNullable<SandboxCommand["readOnly"]>;
  /** Where a word that names a file, or something below a folder, leads inside; every other word as it is. */
  wordInside(word: string): string;
}

/** Makes files readable for a program in the sandbox, each under its own name below /tool. */
export async function placeFiles(files: readonly ReadableFile[], sandbox: Sandbox): Promise<PlacedFiles> {
  const ownView = hasOwnView(sandbox);
  const taken = new Set<string>();
  const placed: { written: string; host: string; inside: string }[] = [];
  for (const { written, path } of files) {
    const host = await realpath(path);
    const name = insideName(written, taken);
    placed.push({ written: tidy(written), host, inside: ownView ? `${INSIDE_TOOL}/${name}` : host });
  }
  return {
    readOnly: placed.map(({ host, inside }) => ({ host, inside })),
    wordInside(word) {
      const wanted = tidy(word);
      for (const { written, inside } of placed) {
        if (wanted === written) return inside;
        if (wanted.startsWith(`${written}/`)) return `${inside}${wanted.slice(written.length)}`;
      }
      return word;
    },
  };
}

/** Node as the program of a script or a server: the one that we run on, which need not lie where a sandbox looks. */
export async function placeNode(sandbox: Sandbox): Promise<{ program: string; readOnly: PlacedFiles["readOnly"] }> {
  if (sandbox.kind === "container") return { program: "node", readOnly: [] };
  const host = await realpath(process.execPath);
  if (host.startsWith("/usr/") || !hasOwnView(sandbox)) return { program: host, readOnly: [{ host, inside: host }] };
  return { program: `${INSIDE_TOOL}-node`, readOnly: [{ host, inside: `${INSIDE_TOOL}-node` }] };
}

/** The path itself where it stays below its folder, so that programs find their neighbours; the last name otherwise. */
function insideName(written: string, taken: Set<string>): string {
  const path = tidy(written);
  const name = path.startsWith("/") || path.split("/").includes("..") ? basename(path) : path;
  const free = taken.has(name) ? `${taken.size}-${name}` : name;
  taken.add(free);
  return free;
}

function tidy(path: string): string {
  return path.replace(/^(?:\.\/)+/, "").replace(/\/+$/, "");
}
