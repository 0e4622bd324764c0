import { isReusable, runPlace } from "../records/index.ts";
import { type Entry, missingFile, occupantOf, type Store } from "../store/index.ts";
import { canonicalJson, sha256 } from "../text/index.ts";
import type { TrialFingerprint } from "./identity.ts";
import type { PlannedQuestion } from "./planned-trial.ts";

export type TrialDecision =
  /** Stored under the trial's own name. */
  | { action: "reuse"; run: Entry<"run"> }
  /** Stored under another suite, profile, model or case with the same inputs; it will be adopted. */
  | { action: "copy"; run: Entry<"run">; from: string }
  | {
      action: "run";
      reason: string;
      /** The endpoint of the previous run, if nothing but the endpoint has changed. */
      ranAt?: string;
      /** The cost of a stored run that is no longer usable; null when unknown. */
      lost?: { cost_usd: number | null };
    };

/** Finds a trial's run by its inputs, wherever it was executed. A stored run must be complete, files included. */
export function decideTrial(
  store: Store,
  question: PlannedQuestion,
  repetition: number,
  runId: string,
  force: boolean,
): TrialDecision {
  if (force) return FORCED;
  const { place } = question;
  const occupant = occupantOf(store, { ...place, repetition });
  const stored = store.entries("run", runId);
  const run = stored.find((entry) => isReusable(entry.facts.status) && isUsable(store, entry));
  if (run) return occupant === runId ? { action: "reuse", run } : { action: "copy", run, from: run.place! };
  const unusable = stored.find(({ facts }) => isReusable(facts.status)) ?? null;
  const lost = unusable
    ? { cost_usd: unusable.facts.cost_usd }
    : store.lost("run", runId, runPlace({ ...place, repetition }));
  if (lost) return { action: "run", reason: "stored run unusable", lost: { cost_usd: lost.cost_usd } };
  if (stored[0]) return { action: "run", reason: `last time: ${stored[0].facts.status}` };
  if (occupant === null) return NEW;
  return { action: "run", ...whatChanged(store, occupant, { ...question.fingerprint, repetition }) };
}

/** Shared by all trials, because most decisions are equal. */
const NEW: TrialDecision = { action: "run", reason: "new" };
const FORCED: TrialDecision = { action: "run", reason: "forced" };

/** True if a trial runs regardless of stored results. */
export function isForced(decision: TrialDecision): boolean {
  return decision === FORCED;
}

function isUsable(store: Store, entry: Entry<"run">): boolean {
  if (!entry.facts.left_files) return store.isWhole(entry);
  const record = store.readEntry(entry);
  return record !== null && missingFile(record, store.outputs) === null;
}

/** Names the parts of the fingerprint that differ from the previous run's. */
function whatChanged(store: Store, occupant: string, now: TrialFingerprint): { reason: string; ranAt?: string } {
  const stored = store.read("run", occupant)?.value;
  // A fingerprint from which secrets were redacted still has its parts.
  if (!stored || (sha256(stored.fingerprint) !== occupant && !stored.artifact.runner_metadata.fingerprint_redacted))
    return { reason: "changed: inputs" };
  const before = JSON.parse(stored.fingerprint) as Record<string, unknown>;
  const current = now as unknown as Record<string, unknown>;
  const names = [...new Set([...Object.keys(before), ...Object.keys(now)])].sort();
  const differs = (name: string) => canonicalJson([before[name] ?? null]) !== canonicalJson([current[name] ?? null]);
  const changed = names.filter(differs);
  const described = changed.map((name) =>
    name === "gateway" ? `gateway (was ${before.gateway}, is ${now.gateway})` : name,
  );
  const reason = `changed: ${described.join(", ") || "inputs"}`;
  return changed.join() === "gateway" ? { reason, ranAt: String(before.gateway) } : { reason };
}
