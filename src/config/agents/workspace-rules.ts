import { join } from "node:path";
import { linkProblem, type WalkedEntry, walkTree } from "../../files/index.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { displayPath } from "../source/source-file.ts";

/** More entries would make `assay validate` slow; a trial checks all of them. */
const MOST_ENTRIES = 20_000;

/** Finds entries of an agent's workspace/ that a trial cannot copy: links that lead outside, pipes, sockets, devices. Skips state. */
export function inspectWorkspace(
  workspace: string,
  root: string,
  isLeftOut: (path: string) => boolean = () => false,
): Diagnostic[] {
  const state: string[] = [];
  const leaveOut = (_: string, path: string) => {
    if (!isLeftOut(path)) return false;
    state.push(path.replace(/\/$/, ""));
    return true;
  };
  const entries = [...walkTree(workspace, { limits: { entries: MOST_ENTRIES }, leaveOut })];
  const diagnostics = entries.flatMap((entry): Diagnostic[] => {
    // A missing folder is reported elsewhere.
    const message = entry.path === "" ? null : problemWith(entry);
    return message ? [{ severity: "error", file: displayPath(join(workspace, entry.path), root), message }] : [];
  });
  if (state.length > 0)
    diagnostics.push({
      severity: "warning",
      file: displayPath(join(workspace, ".openclaw"), root),
      message: `is OpenClaw's own state (${state.join(", ")}) and left out of every trial, so that each starts as a new workspace; you can remove it`,
    });
  return diagnostics;
}

function problemWith(entry: WalkedEntry): string | null {
  if (entry.kind === "link") return linkProblem(entry);
  if (entry.kind !== "special") return null;
  if (entry.reason.includes("cannot be")) return `${entry.reason}, so it cannot be part of a workspace`;
  return "is a pipe, socket or device, which cannot be part of a workspace";
}
