import { isUtf8 } from "node:buffer";
import { readInside } from "./open-inside.ts";
import type { TreeEntry } from "./scan-tree.ts";
import type { Change } from "./workspace-changes.ts";

/** Larger files are listed with size and hash: their diff takes long to compute and is of no use. */
const MAX_TEXT_BYTES = 1024 * 1024;
const MAX_DIFF_CHARS = 5 * 1024 * 1024;
/** The search for a minimal diff is quadratic in the worst case. */
const DIFF_TIMEOUT_MS = 2_000;

/** A unified diff of all changes. Binary, empty, deleted and special files are listed, so that nothing goes unseen. */
export async function diffWorkspace(
  changes: Change[],
  folders: { before: string; after: string },
  truncated: boolean,
): Promise<string> {
  const { createTwoFilesPatch } = await import("diff");
  const sections: string[] = [];
  let room = MAX_DIFF_CHARS;
  for (const change of changes) {
    const section = room > 0 ? await sectionOf(change, folders, createTwoFilesPatch) : headline(change);
    sections.push(section);
    room -= section.length;
  }
  if (truncated) sections.push("There were more files than are listed here.\n");
  return sections.join("\n");
}

type CreatePatch = typeof import("diff").createTwoFilesPatch;

async function sectionOf(change: Change, folders: { before: string; after: string }, createPatch: CreatePatch) {
  const was = await textOf(folders.before, change.before);
  const is = await textOf(folders.after, change.after);
  if (was === null || is === null || was === is) return headline(change);
  const [from, to] = [
    change.before ? onOneLine(`a/${change.path}`) : "/dev/null",
    change.after ? onOneLine(`b/${change.path}`) : "/dev/null",
  ];
  const patch = createPatch(from, to, was, is, undefined, undefined, { context: 3, timeout: DIFF_TIMEOUT_MS });
  return patch === undefined ? headline(change) : `${headline(change)}${withoutRuler(patch)}`;
}

/** Empty for a missing file; null if it is not readable text. */
async function textOf(folder: string, entry: TreeEntry | null): Promise<string | null> {
  if (entry === null) return "";
  if (entry.kind !== "file") return null;
  const bytes = await readInside(folder, entry.path, MAX_TEXT_BYTES);
  return bytes === null || bytes.includes(0) || !isUtf8(bytes) ? null : bytes.toString("utf8");
}

function headline({ kind, path, before, after }: Change): string {
  const what = after ?? before!;
  const mode =
    before?.kind === "file" && after?.kind === "file" && before.executable !== after.executable
      ? `, ${after.executable ? "made executable" : "no longer executable"}`
      : "";
  return `${kind} ${onOneLine(path)} (${description(what)}${mode})\n`;
}

/** Escapes a name, whose line breaks could imitate further entries. */
function onOneLine(name: string): string {
  return /\p{Cc}/u.test(name) ? JSON.stringify(name) : name;
}

function description(entry: TreeEntry): string {
  if (entry.kind === "link") return `link to ${onOneLine(entry.target)}`;
  if (entry.kind === "special") return entry.reason;
  if (entry.bytes === 0) return "empty file";
  return `${entry.bytes} bytes, ${entry.sha256 === null ? "too large to hash" : `sha256 ${entry.sha256}`}`;
}

/** Removes the library's ruler of equal signs, meant for files with several patches. */
function withoutRuler(patch: string): string {
  return patch.replace(/^=+\n/, "");
}
