import { realpath } from "node:fs/promises";
import { basename } from "node:path";
import type { ReadableFile } from "../../../config/index.ts";
import { hasOwnView, type Sandbox, type SandboxCommand } from "../../../sandbox/index.ts";

const INSIDE_TOOL = "/tool";

export interface PlacedFiles {
  readOnly: NonNullable<SandboxCommand["readOnly"]>;
  /** Translates an argument that names a file, or something below a folder, to its path inside; others stay unchanged. */
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

/** Makes our own Node available as the program of a script or a server, since it may be installed outside a sandbox's paths. */
export async function placeNode(sandbox: Sandbox): Promise<{ program: string; readOnly: PlacedFiles["readOnly"] }> {
  if (sandbox.kind === "container") return { program: "node", readOnly: [] };
  const host = await realpath(process.execPath);
  if (host.startsWith("/usr/") || !hasOwnView(sandbox)) return { program: host, readOnly: [{ host, inside: host }] };
  return { program: `${INSIDE_TOOL}-node`, readOnly: [{ host, inside: `${INSIDE_TOOL}-node` }] };
}

/** The path itself if it stays below its folder, so that programs find their neighbours; otherwise the last name. */
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
