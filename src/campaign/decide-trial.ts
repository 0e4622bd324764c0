import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { RunArtifact } from "../records/index.ts";
import { besideRecord, type RunIndex, runPaths, type TrialPlace } from "../store/index.ts";
import { canonicalJson, sha256 } from "../text/index.ts";
import type { TrialFingerprint } from "./identity.ts";
import { isReusable, type RunSummary, summarizeRun } from "./run-summary.ts";
import { readStoredRun } from "./stored-run.ts";

export type TrialDecision =
  /** Stored in its own place. */
  | { action: "reuse"; record: string; summary: RunSummary }
  /** Stored under another suite, profile, model or case with the same inputs; will be copied. */
  | { action: "copy"; record: string; from: string; summary: RunSummary; replaces: Replaced | null }
  | { action: "run"; record: string; reason: string; replaces: Replaced | null };

/** The older run in a trial's place. Worth keeping elsewhere when undoing an edit could ask for it again. */
export interface Replaced {
  run_id: string;
  worthKeeping: boolean;
}

/** Looks for a trial's run: in its own place first, then wherever the index has seen one with the same identity. */
export function decideTrial(
  outputs: string,
  index: RunIndex,
  place: TrialPlace,
  fingerprint: TrialFingerprint,
  runId: string,
  force: boolean,
): { decision: TrialDecision; warnings: string[] } {
  const { record } = runPaths(place);
  const own = readStoredRun(outputs, record);
  const warnings = own.state === "unusable" ? [`${record}: ${own.reason}; it counts as absent`] : [];
  const occupant = own.state === "found" ? own.artifact : null;
  const replaces = occupant && replacedBy(occupant, runId);
  const run = (reason: string) => ({ decision: { action: "run" as const, record, reason, replaces }, warnings });
  if (force) return run("forced");
  if (occupant?.identity.run_id === runId && isReusable(occupant.status))
    return { decision: { action: "reuse", record, summary: summarizeRun(occupant) }, warnings };
  const from = findElsewhere(outputs, index, runId, record);
  if (from) return { decision: { action: "copy", record, replaces, ...from }, warnings };
  if (own.state === "unusable") return run("stored run unusable");
  if (!occupant) return run("new");
  if (occupant.identity.run_id === runId) return run(`last time: ${occupant.status}`);
  const changes = whatChanged(outputs, record, occupant, fingerprint);
  if (changes === null) {
    warnings.push(`${record}: it does not match its own fingerprint; it counts as absent`);
    return { decision: { action: "run", record, reason: "stored run unusable", replaces: null }, warnings };
  }
  return run(`changed: ${changes}`);
}

function replacedBy(occupant: RunArtifact, runId: string): Replaced {
  const { run_id } = occupant.identity;
  return { run_id, worthKeeping: run_id !== runId && isReusable(occupant.status) };
}

/** Follows the index. What it says is believed only when the record there agrees. */
function findElsewhere(
  outputs: string,
  index: RunIndex,
  runId: string,
  own: string,
): { from: string; summary: RunSummary } | null {
  for (const from of index.recordsOf(runId)) {
    if (from === own) continue;
    const stored = readStoredRun(outputs, from);
    if (stored.state !== "found" || stored.artifact.identity.run_id !== runId) continue;
    if (isReusable(stored.artifact.status)) return { from, summary: summarizeRun(stored.artifact) };
  }
  return null;
}

/** Names the parts of the fingerprint that differ; null when the stored one is not what its run was made from. */
function whatChanged(outputs: string, record: string, occupant: RunArtifact, now: TrialFingerprint): string | null {
  let text: string;
  try {
    text = readFileSync(join(outputs, besideRecord(record).fingerprint), "utf8");
  } catch {
    return "inputs";
  }
  const redacted = occupant.runner_metadata?.fingerprint_redacted === true;
  if (!redacted && sha256(text) !== occupant.identity.run_id) return null;
  const before = JSON.parse(text) as Record<string, unknown>;
  const names = [...new Set([...Object.keys(before), ...Object.keys(now)])].sort();
  const current = now as unknown as Record<string, unknown>;
  const differs = (name: string) => canonicalJson([before[name] ?? null]) !== canonicalJson([current[name] ?? null]);
  return names.filter(differs).join(", ") || "inputs";
}
